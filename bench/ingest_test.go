//go:build bench

package bench_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

const (
	ingestGroup = "Taking samples in"
	senders     = 200 // devices that send at once
	perMessage  = 100 // samples
)

func digest(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// ingest sends late batches over MQTT as fast as they are acknowledged until all of it can be queried, and in turns copies as many rows into
// a table of the same shape that nothing protects.
func (f *fleet) ingest(t *testing.T) {
	messages, count := 30, 5
	if *quick {
		messages, count = 5, 3
	}
	clients := make([]*deviceclient.Client, senders)
	for i := range clients {
		clients[i] = f.dial(t, i+1)
	}
	f.exec(`CREATE SCHEMA bench`)
	f.exec(`CREATE TABLE bench.sample (LIKE vehicles.sample INCLUDING ALL)`)
	var taken, copied []float64
	var used usage.Times
	for n := range count + 1 {
		batch := f.batch(messages)
		written := payloads(t, batch)
		before, own := usage.Tree(f.host.PID()), usage.Own()
		ours := f.send(t, clients, written)
		used = usage.Tree(f.host.PID()).Since(before)
		used["devices"] = usage.Own() - own
		plain := f.copy(t, batch)
		t.Logf("round %d: %.0f/s, COPY %.0f/s; ms a thousand: %s", n, ours, plain, used.Each(int64(senders*messages*perMessage/1000)))
		if n > 0 { // the first round warms up
			taken, copied = append(taken, ours), append(copied, plain)
		}
	}
	for _, client := range clients {
		client.Close()
	}
	f.exec(`DROP SCHEMA bench CASCADE`) // the database would tidy it while other things are measured
	fast, plain := load.Median(taken), load.Median(copied)
	ratioRow(ingestGroup, fmt.Sprintf("samples/s from MQTT to queryable, on %s samples, to COPY alone", f.size()), fast/plain, 0.4,
		fmt.Sprintf("%.0f/s to %.0f/s", fast, plain))
	measured.Add(table.Row{
		Group: ingestGroup, What: "the same, milliseconds of a processor a thousand samples, in the last round",
		Result: used.Each(int64(senders * messages * perMessage / 1000)),
	})
	f.reportMemory("taking samples in at full speed")
}

func (f *fleet) size() string {
	var rows float64
	if err := f.db.QueryRow(f.t.Context(), `SELECT sum(c.reltuples) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'vehicles.sample'::regclass`).Scan(&rows); err != nil {
		f.t.Fatal(err)
	}
	return fmt.Sprintf("%.3g million", rows/1e6)
}

// batch is the messages of each sender.
func (f *fleet) batch(messages int) [][][]events.Sample {
	random := rand.New(rand.NewPCG(uint64(f.next.Unix()), 1))
	some := func(most, parts float64) float64 { return math.Round(random.Float64()*most*parts) / parts } // as devices round
	all := make([][][]events.Sample, senders)
	for d := range all {
		at := f.next.UnixMilli()
		for range messages {
			samples := make([]events.Sample, perMessage)
			for i := range samples {
				lat, lng, speed, heading, odometer, on, signal := 53+some(1, 1e6), -2-some(1, 1e6), some(90, 10), some(359, 10), some(1e8, 1), true, 4
				limit, altitude, fuel := 112.0, some(80, 10), some(100, 10)
				samples[i] = events.Sample{
					Time: at, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, HeadingDeg: &heading, OdometerM: &odometer, Ignition: &on,
					Signal: &signal, SpeedLimitKmh: &limit, AltitudeM: &altitude, FuelPercent: &fuel,
				}
				at += 100
			}
			all[d] = append(all[d], samples)
		}
	}
	f.next = f.next.Add(time.Duration(messages*perMessage) * 100 * time.Millisecond)
	return all
}

// payloads are the messages as they are sent; devices of other make write them, so that is no part of what is measured.
func payloads(t *testing.T, batch [][][]events.Sample) [][][]byte {
	t.Helper()
	all := make([][][]byte, len(batch))
	for d, messages := range batch {
		for _, samples := range messages {
			payload, err := json.Marshal(map[string]any{"samples": samples})
			if err != nil {
				t.Fatal(err)
			}
			all[d] = append(all[d], payload)
		}
	}
	return all
}

// send returns the samples a second from the first publish until the last sample can be read.
func (f *fleet) send(t *testing.T, clients []*deviceclient.Client, payloads [][][]byte) float64 {
	t.Helper()
	began := time.Now()
	var sending sync.WaitGroup
	for d, client := range clients {
		sending.Go(func() {
			for _, payload := range payloads[d] {
				for publish(t.Context(), client, payload) != nil && t.Context().Err() == nil {
					client = f.dial(t, d+1) // the connection was lost: as a device does
					clients[d] = client
				}
			}
		})
	}
	sending.Wait()
	f.await(t, f.next.UnixMilli()-100)
	return float64(len(payloads)*len(payloads[0])*perMessage) / time.Since(began).Seconds()
}

// publish sends a message until it is acknowledged: a gateway that is full says so.
func publish(ctx context.Context, client *deviceclient.Client, payload []byte) error {
	for {
		err := client.Publish(ctx, device.TopicTelemetry, payload)
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-client.Done():
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// await waits until every sender's sample of an instant can be read: one sender after the other, so that looking costs next to nothing.
func (f *fleet) await(t *testing.T, lastMs int64) {
	t.Helper()
	began := time.Now()
	for d := 1; d <= senders; {
		var there bool
		if err := f.db.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM vehicles.sample WHERE org_id = 'alpha' AND device_id = $1 AND time_ms = $2)`,
			device.DemoID("load", d), lastMs).Scan(&there); err != nil {
			t.Fatal(err)
		}
		switch {
		case there:
			d++
		case time.Since(began) > 5*time.Minute:
			t.Fatalf("the last sample of sender %d is not there", d)
		default:
			<-time.After(5 * time.Millisecond)
		}
	}
}

var sampleColumns = []string{
	"org_id", "device_id", "time_ms", "vehicle_id", "lat", "lng", "speed_kmh", "heading_deg", "altitude_m", "ignition",
	"speed_limit_kmh", "odometer_m", "signal", "fuel_percent", "received_ms",
}

// copy brings the same rows into the unprotected table by COPY of 5,000 at a time, over two connections.
func (f *fleet) copy(t *testing.T, batch [][][]events.Sample) float64 {
	t.Helper()
	const perCopy = 5000
	var rows [][]any
	for d, messages := range batch {
		id := device.DemoID("load", d+1)
		for _, samples := range messages {
			for _, s := range samples {
				rows = append(rows, []any{
					"alpha", id, s.Time, "v-" + id, s.Lat, s.Lng, s.SpeedKmh, s.HeadingDeg, s.AltitudeM, s.Ignition, s.SpeedLimitKmh,
					s.OdometerM, s.Signal, s.FuelPercent, s.Time + 300,
				})
			}
		}
	}
	conns := []*pgx.Conn{f.db, f.host.Database(t)}
	began := time.Now()
	var copying sync.WaitGroup
	for n, conn := range conns {
		copying.Go(func() {
			for from := n * perCopy; from < len(rows); from += perCopy * len(conns) {
				part := rows[from:min(from+perCopy, len(rows))]
				if _, err := conn.CopyFrom(t.Context(), pgx.Identifier{"bench", "sample"}, sampleColumns, pgx.CopyFromRows(part)); err != nil {
					t.Errorf("copy: %v", err)
					return
				}
			}
		})
	}
	copying.Wait()
	return float64(len(rows)) / time.Since(began).Seconds()
}
