package admin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// Demonstration probes the demonstration's vehicles: how much of their past is there. note is the file in which they say so, "<until> 42%" or "<until> done".
func Demonstration(note string) Probe {
	return Probe{"demonstration", func(context.Context) (Facts, error) {
		raw, err := os.ReadFile(note)
		if errors.Is(err, fs.ErrNotExist) {
			raw, err = []byte("- 0%"), nil // the vehicles are about to begin
		}
		if err != nil {
			return Facts{}, fmt.Errorf("read how much of the past was sent: %w", err)
		}
		_, state, _ := strings.Cut(strings.TrimSpace(string(raw)), " ")
		percent := 100
		if state != "done" {
			if percent, err = strconv.Atoi(strings.TrimSuffix(state, "%")); err != nil {
				return Facts{}, fmt.Errorf("%s does not say how much of the past was sent", note)
			}
		}
		return Facts{Values: []Fact{{Name: "history", Kind: "percent", Value: float64(percent), Of: 100}}}, nil
	}}
}
