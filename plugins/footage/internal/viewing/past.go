package viewing

import "time"

const (
	// rememberPast is how long it is known why a view is over: a viewer who fetches finds it out at once, one who waits in a background tab later.
	rememberPast = 2 * time.Minute
	// mostPast bounds the views that are over and still known.
	mostPast = 4096
)

// Over is an ErrGone of which it is known why.
type Over struct{ Why error }

// Error implements error.
func (o *Over) Error() string { return ErrGone.Error() + ": " + o.Why.Error() }

// Is makes it an ErrGone.
func (o *Over) Is(target error) bool { return target == ErrGone } // that is what Is is for

// Unwrap is the reason.
func (o *Over) Unwrap() error { return o.Why }

// past is a view that is over.
type past struct {
	watcher Watcher
	why     error
	at      time.Time
}

// remember keeps for a while why a view is over; mu is held.
func (d *Sessions) remember(id string, w Watcher, why error) {
	now := d.now()
	if len(d.past) >= mostPast {
		for other, p := range d.past {
			if now.Sub(p.at) > rememberPast || len(d.past) >= mostPast {
				delete(d.past, other)
			}
		}
	}
	d.past[id] = past{w, why, now}
}
