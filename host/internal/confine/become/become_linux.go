package become

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// Resources that package syscall has no names for.
const rlimitNPROC = 6

// String is the order in a variable of the environment.
func (o Order) String() string {
	return fmt.Sprintf("%d %d %d %d %d %s", o.Memory, o.Processes, o.Files, o.Gate, o.Own, o.Program)
}

func parse(text string) (o Order, err error) {
	n, err := fmt.Sscanf(text, "%d %d %d %d %d %s", &o.Memory, &o.Processes, &o.Files, &o.Gate, &o.Own, &o.Program)
	if err != nil || n != 6 {
		return o, errors.New(Variable + " is not what the host writes there")
	}
	return o, nil
}

// Program sets the limits, waits for the gate, and becomes the program with this process's arguments and environment. It returns only with an error.
func Program() error {
	text, environment := without(os.Environ())
	o, err := parse(text)
	if err != nil {
		return err
	}
	for what, most := range map[int]uint64{syscall.RLIMIT_DATA: o.Memory, rlimitNPROC: o.Processes} {
		if err := lower(what, most); err != nil {
			return err
		}
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("set limit of core files: %w", err)
	}
	if err := o.wait(); err != nil {
		return err
	}
	if err := syscall.Close(o.Own); err != nil {
		return fmt.Errorf("close what ran before: %w", err)
	}
	if err := lower(syscall.RLIMIT_NOFILE, o.Files); err != nil {
		return err
	}
	return fmt.Errorf("run %s: %w", o.Program, syscall.Exec(o.Program, os.Args, environment))
}

// wait returns once the host has closed the other end of the gate.
func (o Order) wait() error {
	if o.Gate == 0 {
		return nil
	}
	var one [1]byte
	for {
		_, err := syscall.Read(o.Gate, one[:])
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EINTR) {
			return fmt.Errorf("wait for the host: %w", err)
		}
	}
	if err := syscall.Close(o.Gate); err != nil {
		return fmt.Errorf("close the gate: %w", err)
	}
	return nil
}

// lower sets a limit for good, unless there is a lower one.
func lower(what int, most uint64) error {
	if most == 0 {
		return nil
	}
	var now syscall.Rlimit
	if err := syscall.Getrlimit(what, &now); err != nil {
		return fmt.Errorf("read limit %s: %w", strconv.Itoa(what), err)
	}
	most = min(most, now.Max)
	if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		return fmt.Errorf("set limit %s: %w", strconv.Itoa(what), err)
	}
	return nil
}
