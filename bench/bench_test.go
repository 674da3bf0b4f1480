//go:build bench

// Package bench_test measures the product against what else one could run, in one run: each figure is a ratio of medians of rounds that took
// turns (A B A B), so that whatever else the machine does weighs on both.
package bench_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/host/accesstest"
)

var (
	quick   = flag.Bool("quick", false, "short rounds, small tables: shows that everything runs, not how fast")
	page    = flag.String("page", "", "page whose part between the marks is written anew")
	prefill = flag.Int("prefill", 50_000_000, "samples in the table before samples are taken in")

	agreeFor = flag.Duration("agree-for", 4*time.Minute, "how long decisions are compared with Keto's at most")

	measured table.Table
)

// gcPercent has the measuring process, whose devices and requests share the processors with what is measured, collect its garbage seldom. What it
// sends lies ready in millions of small pieces.
const gcPercent = 800

// round is how long one side is measured before the other has its turn, and how often each has it.
func rounds() (length time.Duration, count int) {
	if *quick {
		return time.Second, 3
	}
	return 3 * time.Second, 7
}

func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(gcPercent)
	code := accesstest.Run(m)
	var text bytes.Buffer
	measured.Write(&text)
	fmt.Printf("\n%s%d targets missed\n", text.String(), measured.Missed())
	if *page != "" && code == 0 {
		if err := table.Replace(*page, text.String(), time.Now()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// ratioRow is a row whose result is a ratio that must reach at least target.
func ratioRow(group, what string, ratio, target float64, detail string) {
	measured.Add(table.Row{
		Group: group, What: what, Target: fmt.Sprintf("≥ %.4g", target), Result: fmt.Sprintf("%.3g (%s)", ratio, detail), Passed: ratio >= target,
	})
}

// boundRow is a row whose time must stay below target.
func boundRow(group, what string, took, target time.Duration) {
	measured.Add(table.Row{
		Group: group, What: what, Target: "< " + target.String(), Result: took.Round(100 * time.Microsecond).String(), Passed: took < target,
	})
}
