//go:build !linux

package become

import "errors"

// String is empty: there is nothing to order.
func (o Order) String() string { return "" }

// Program is for Linux.
func Program() error { return errors.New("processes are confined on Linux only") }
