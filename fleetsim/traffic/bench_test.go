package traffic_test

import (
	"testing"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

func BenchmarkNew(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		spec := traffic.Spec{DeviceID: device.DemoID("load", i), Type: types[i%4]}
		v := traffic.New(1, spec, london)
		v.Sample(monday.Add(10 * time.Hour))
	}
}

func BenchmarkSample(b *testing.B) {
	v := traffic.New(1, traffic.Spec{DeviceID: "load-0004", Type: "truck"}, london)
	at := monday.Add(10 * time.Hour)
	for b.Loop() {
		at = v.Next(at, pace)
		v.Sample(at)
	}
}
