// Command outrider-confined sets its own limits, waits until the host has put it into control groups, and becomes the program that it was started for. A host without
// the right over other users' processes can set limits in no other way.
package main

import (
	"fmt"
	"os"

	"outrider.dev/outrider/host/internal/confine/become"
)

func main() {
	if err := become.Program(); err != nil {
		fmt.Fprintln(os.Stderr, "outrider-confined:", err)
		os.Exit(1)
	}
}
