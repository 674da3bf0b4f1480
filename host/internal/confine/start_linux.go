package confine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"outrider.dev/outrider/host/internal/confine/become"
)

// program is what sets the limits, beside the host's own program.
const program = "outrider-confined"

// helper is that program, open; where it is not there, as in a test, the program that runs now.
var helper = sync.OnceValues(func() (*os.File, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if beside, err := os.Open(filepath.Join(filepath.Dir(own), program)); err == nil {
		return beside, nil
	}
	return os.Open("/proc/self/exe")
})

// The program that runs now, started as the helper, becomes another before it begins.
var _ = func() bool {
	if os.Getenv(become.Variable) == "" {
		return false
	}
	fmt.Fprintln(os.Stderr, program+":", become.Program())
	os.Exit(1)
	return true
}()

// Start starts a program, whose path is as the child sees it, within limits and, where the host may make some, in control groups. fork is os.StartProcess. alone says that its user has no other processes, so that those can be counted. release forgets its control groups once it has ended.
func Start(fork func(path string, argv []string, attr *os.ProcAttr) (*os.Process, error), path, name string, attr os.ProcAttr, alone bool, l Limits) (child *os.Process, release func(), err error) {
	runs, err := helper()
	if err != nil {
		return nil, nil, err
	}
	gate, open, err := os.Pipe()
	if err != nil {
		return nil, nil, fmt.Errorf("make a pipe: %w", err)
	}
	defer gate.Close()
	defer open.Close()
	order := orderOf(path, alone, l)
	order.Gate, order.Own = len(attr.Files), len(attr.Files)+1
	attr.Files = append(append([]*os.File{}, attr.Files...), gate, runs)
	attr.Env = append(append([]string{}, attr.Env...), become.Variable+"="+order.String())
	child, err = fork(fmt.Sprintf("/proc/self/fd/%d", order.Own), []string{name}, &attr)
	if err != nil {
		return nil, nil, err
	}
	groups := group(child.Pid, fmt.Sprintf("outrider-%s-%d", name, child.Pid), l)
	return child, func() {
		for _, folder := range groups {
			_ = os.Remove(folder) // one that somebody else has removed is gone as well
		}
	}, nil
}

func orderOf(path string, alone bool, l Limits) become.Order {
	order := become.Order{Program: path, Files: uint64(max(l.Files, 0))}
	if l.Memory > 0 {
		order.Memory = uint64(l.Memory + roomBeyond)
	}
	if alone {
		order.Processes = uint64(max(l.Processes, 0))
	}
	return order
}

// Command has a command that was not started yet run the open program within limits.
func Command(cmd *exec.Cmd, binary *os.File, alone bool, l Limits) error {
	runs, err := helper()
	if err != nil {
		return err
	}
	const first = 3 // descriptor of ExtraFiles
	order := orderOf(fmt.Sprintf("/proc/self/fd/%d", first+len(cmd.ExtraFiles)), alone, l)
	order.Own = first + len(cmd.ExtraFiles) + 1
	cmd.ExtraFiles = append(cmd.ExtraFiles, binary, runs)
	cmd.Path, cmd.Err = fmt.Sprintf("/proc/self/fd/%d", order.Own), nil
	cmd.Env = append(cmd.Env, become.Variable+"="+order.String())
	return nil
}
