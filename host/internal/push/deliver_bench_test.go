package push_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/outrider/bench/watch"
	"outrider.dev/outrider/host/internal/push"
)

// BenchmarkDeliver tells 1,000 sockets of one tick's 60 positions at a time; its reader has no part in what is allocated.
func BenchmarkDeliver(b *testing.B) {
	const sockets, positions = 1000, 60
	h := newHouse(b, func(o *push.Options) { o.Tick, o.MaxPerUser = time.Millisecond, sockets })
	conns := make([]*watch.Conn, sockets)
	for n := range conns {
		var err error
		if conns[n], err = watch.Dial(b.Context(), strings.TrimPrefix(h.url, "ws://"), "/", push.Protocol, "bearer.ann"); err != nil {
			b.Fatal(err)
		}
		if err := conns[n].Send(`{"action":"subscribe","subscriptionType":"presenceUpdates"}`); err != nil {
			b.Fatal(err)
		}
		if _, err := conns[n].Next(); err != nil {
			b.Fatal(err)
		}
	}
	crowd, err := watch.NewCrowd(conns)
	if err != nil {
		b.Fatal(err)
	}
	var heard atomic.Int64
	all := make(chan struct{}, 1)
	crowd.Hear(func(int, []byte, time.Time) {
		if heard.Add(1)%sockets == 0 {
			all <- struct{}{}
		}
	})
	items := make([]map[string]any, positions)
	for n := range items {
		items[n] = item(fmt.Sprintf("v%d", n), "/demo/", strings.Repeat("x", 130))
	}
	b.ReportAllocs()
	for b.Loop() {
		h.publish("presenceUpdates", "demo", items...)
		<-all
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*sockets), "µs/frame")
	b.StopTimer()
	if err := crowd.Close(); err != nil {
		b.Fatal(err)
	}
}
