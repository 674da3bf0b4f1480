package broker

// maxIdleWorkers is how many workers wait for more to do, each with a stack that has grown.
const maxIdleWorkers = 32

// workers do what takes a large stack, for goroutines that are many and wait most of the time.
type workers struct {
	jobs chan job
	idle chan struct{} // holds one for each worker that waits
	done <-chan struct{}
}

type job struct {
	do    func() error
	ended chan<- error
}

// newWorkers returns none yet; those that wait go when done is closed.
func newWorkers(done <-chan struct{}) *workers {
	return &workers{jobs: make(chan job), idle: make(chan struct{}, maxIdleWorkers), done: done}
}

// run has a worker do something, and returns its error. There are as many workers as are needed at once.
func (w *workers) run(do func() error, ended chan error) error {
	next := job{do, ended}
	select {
	case w.jobs <- next:
	default:
		go w.work(next)
	}
	return <-ended
}

func (w *workers) work(next job) {
	for {
		next.ended <- next.do()
		select {
		case w.idle <- struct{}{}:
		default:
			return // enough wait
		}
		select {
		case next = <-w.jobs:
			<-w.idle
		case <-w.done:
			return
		}
	}
}
