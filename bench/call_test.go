//go:build bench

package bench_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/sdk/plugintest"
)

const callGroup = "A plugin's operation"

// TestCall compares one JSON operation: in plain Gin; behind Gin in a child by gRPC unary of go-plugin; and in a plugin of ours, with
// sign-in and permission. The first two check nothing.
func TestCall(t *testing.T) {
	host := plugintest.Start(t, "testdata/called", plugintest.Variable("OUTRIDER_LOG_LEVEL", "info"))
	plain, _ := program(t, "rivals/gin")
	unary, _ := program(t, "rivals/unary")
	for _, size := range []string{"4 KB", "256 KB", jsonToo} {
		path := map[string]string{"4 KB": "/api/org/alpha/list/4", "256 KB": "/api/org/alpha/bytes", jsonToo: "/api/org/alpha/list/256"}[size]
		bearer := "Authorization: Bearer " + host.Token(plugintest.As("alpha", "FLEET_MANAGER"))
		targets := []load.Target{
			{Address: plain, Path: path, Headers: []string{bearer}},
			{Address: unary, Path: path, Headers: []string{bearer}},
			{Address: strings.TrimPrefix(host.URL, "http://"), Path: path, Headers: []string{bearer}},
		}
		rates, slowest := takeTurns(t, targets)
		report(size, rates, slowest)
	}
}

// jsonToo is the large answer with its writing as JSON.
const jsonToo = "256 KB with writing it as JSON"

// takeTurns runs the targets in turns and returns the median of each one's requests a second and 99th percentile.
func takeTurns(t *testing.T, targets []load.Target) (rates []float64, slowest []time.Duration) {
	t.Helper()
	length, count := rounds()
	perSecond, p99 := make([][]float64, len(targets)), make([][]time.Duration, len(targets))
	for n := range count + 1 {
		for i, target := range targets {
			result, err := load.Run(t.Context(), target, 64, length)
			if err != nil {
				t.Fatalf("%s%s: %v", target.Address, target.Path, err)
			}
			if n > 0 { // the first round warms up
				perSecond[i], p99[i] = append(perSecond[i], result.PerSecond), append(p99[i], result.P99)
			}
		}
	}
	for i := range targets {
		rates, slowest = append(rates, load.Median(perSecond[i])), append(slowest, load.Median(p99[i]))
	}
	return rates, slowest
}

func report(size string, rates []float64, slowest []time.Duration) {
	detail := func(rival float64) string { return fmt.Sprintf("%.0f/s to %.0f/s", rates[2], rival) }
	told := func(what string, rival float64) {
		measured.Add(table.Row{Group: callGroup, What: size + what, Result: fmt.Sprintf("%.3g (%s)", rates[2]/rival, detail(rival))})
	}
	switch size += ": "; size {
	case "4 KB: ":
	case "256 KB: ":
		told("requests/s to plain Gin's", rates[0])
		ratioRow(callGroup, size+"requests/s to gRPC unary's", rates[2]/rates[1], 2, detail(rates[1]))
		return
	default:
		told("requests/s to plain Gin's", rates[0])
		told("requests/s to gRPC unary's", rates[1])
		return
	}
	ratioRow(callGroup, size+"requests/s to plain Gin's", rates[2]/rates[0], 0.45, detail(rates[0]))
	ratioRow(callGroup, size+"requests/s to gRPC unary's", rates[2]/rates[1], 1.15, detail(rates[1]))
	behind := float64(slowest[2]) / float64(slowest[0])
	measured.Add(table.Row{
		Group: callGroup, What: size + "p99 to plain Gin's", Target: "≤ 2.5", Passed: behind <= 2.5,
		Result: fmt.Sprintf("%.3g (%s to %s)", behind, slowest[2].Round(10*time.Microsecond), slowest[0].Round(10*time.Microsecond)),
	})
}
