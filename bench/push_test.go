//go:build bench

package bench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/watch"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

const pushGroup = "Push"

// perUser is how many push connections a user may have.
const perUser = 20

// subscribe opens push connections that see everything of the organisation, as many users as it takes.
func (f *fleet) subscribe(t *testing.T, count int) []*watch.Conn {
	t.Helper()
	conns := make([]*watch.Conn, count)
	for i := range conns {
		conn, err := watch.Dial(t.Context(), strings.TrimPrefix(f.host.URL, "http://"), "/api/ws", "outrider.v1", "bearer."+f.token(t, i/perUser))
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Send(`{"action":"getConnectionId"}`); err != nil {
			t.Fatal(err)
		}
		id, err := conn.Next()
		if err != nil {
			t.Fatal(err)
		}
		ask := `{"action":"subscribe","connectionId":"` + string(id) + `","subscriptionType":"presenceUpdates","context":"vehicle","values":[],"orgId":"alpha"}`
		if err := conn.Send(ask); err != nil {
			t.Fatal(err)
		}
		for answer := []byte(nil); !bytes.Contains(answer, []byte(`"subscribed"`)); { // positions may come first
			if answer, err = conn.Next(); err != nil || bytes.Contains(answer, []byte(`"error"`)) {
				t.Fatalf("subscribe: %s, %v", answer, err)
			}
		}
		conns[i] = conn
	}
	return conns
}

// hire makes so many administrators of the organisation with the password of the one that is there, and waits until Keto knows them.
func (f *fleet) hire(t *testing.T, count int) {
	t.Helper()
	f.exec(`INSERT INTO outrider.account (email, first_name, last_name, role, org_id, group_id, password_hash)
		SELECT 'watcher-' || n || '@alpha.test', first_name, last_name, role, org_id, group_id, password_hash
		FROM outrider.account, generate_series(0, $1::int - 1) n WHERE email = 'org_admin@alpha.test'`, count)
	for began := time.Now(); ; { // what was put into the tables is found once a minute
		if f.admits(f.token(t, count-1)) {
			return
		}
		if time.Since(began) > 3*time.Minute {
			t.Fatal("the watchers get no permissions")
		}
		pause(t.Context(), time.Second)
	}
}

// token signs a watcher in, once.
func (f *fleet) token(t *testing.T, n int) string {
	t.Helper()
	for len(f.tokens) <= n {
		f.tokens = append(f.tokens, "")
	}
	if f.tokens[n] != "" {
		return f.tokens[n]
	}
	answer := f.host.Do(plugintest.Actor{}, "POST /api/auth/sign-in", map[string]string{"email": fmt.Sprintf("watcher-%d@alpha.test", n), "password": "Outrider1"})
	var signedIn struct {
		AccessToken string `json:"access_token"`
	}
	answer.Decode(t, &signedIn)
	f.tokens[n] = signedIn.AccessToken
	return signedIn.AccessToken
}

func (f *fleet) admits(token string) bool {
	conn, err := watch.Dial(f.t.Context(), strings.TrimPrefix(f.host.URL, "http://"), "/api/ws", "outrider.v1", "bearer."+token)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// watch has 200 browsers watch 2,000 vehicles that move, and takes the time from a device's publish to each browser.
func (f *fleet) watch(t *testing.T) {
	moving, browsers, watched := 2000, 200, 20*time.Second
	if *quick {
		moving, browsers, watched = 200, 20, 6*time.Second
	}
	ctx, stop := context.WithCancel(t.Context())
	sent := make([]atomic.Int64, vehicles+1) // when each device published, Unix nanoseconds
	var driving sync.WaitGroup
	for n := 1; n <= moving; n++ {
		client := f.dial(t, n)
		driving.Go(func() {
			defer client.Close()
			for delay := time.Duration(n) * pace / time.Duration(moving); pause(ctx, delay); delay = pace {
				sent[n].Store(time.Now().UnixNano())
				_ = publish(ctx, client, sampleAt(time.Now()))
			}
		})
	}
	conns := f.subscribe(t, browsers)
	var measuring atomic.Bool
	late := make([][]time.Duration, browsers)
	var reading sync.WaitGroup
	for i, conn := range conns {
		reading.Go(func() { late[i] = readMoves(conn, sent, &measuring) })
	}
	pause(ctx, 2*pace)
	measuring.Store(true)
	pause(ctx, watched)
	for _, conn := range conns {
		_ = conn.Close()
	}
	reading.Wait()
	stop()
	driving.Wait()
	var all []time.Duration
	for _, part := range late {
		all = append(all, part...)
	}
	boundRow(pushGroup, fmt.Sprintf("device publish to socket, %d sockets watching %d moving vehicles, p99 of %d", browsers, moving, len(all)), load.Percentile(all, 0.99), 500*time.Millisecond)
	measured.Add(table.Row{Group: pushGroup, What: "the same, median", Result: load.Percentile(all, 0.5).Round(time.Millisecond).String()})
}

func sampleAt(at time.Time) []byte {
	return fmt.Appendf(nil, `{"time":%d,"lat":53.4,"lng":%f,"gps_valid":true,"speed_kmh":50,"heading_deg":10,"ignition":true}`, at.UnixMilli(), -2-float64(at.UnixMilli()%1000)/1e6)
}

// readMoves times the first news of each publish: a vehicle is told of again when its place has a name.
func readMoves(conn *watch.Conn, sent []atomic.Int64, measuring *atomic.Bool) (late []time.Duration) {
	heard := make([]int64, len(sent))
	mark := []byte(`"device_id":"load-`)
	for {
		frame, err := conn.Next()
		if err != nil {
			return late
		}
		now := time.Now().UnixNano()
		for _, rest, found := bytes.Cut(frame, mark); found; _, rest, found = bytes.Cut(rest, mark) {
			digits, _, _ := bytes.Cut(rest, []byte(`"`))
			n, err := strconv.Atoi(string(digits))
			if err != nil || n >= len(sent) {
				continue
			}
			if at := sent[n].Load(); at != heard[n] && at > 0 {
				heard[n] = at
				if measuring.Load() {
					late = append(late, time.Duration(now-at))
				}
			}
		}
	}
}

// crowd offers positions at a fixed rate to 5,000 sockets, of ours and of a server that writes each message, in turns.
func (f *fleet) crowd(t *testing.T) {
	sockets, rate, length, count := 5000, 300, 6*time.Second, 3
	if *quick {
		sockets, length, count = 500, 3*time.Second, 1
	}
	rival, _ := program(t, "rivals/push", strconv.Itoa(rate))
	if answer, err := http.Get("http://" + rival + "/begin"); err != nil { //nolint:noctx // on loopback
		t.Fatal(err)
	} else {
		_ = answer.Body.Close()
	}
	var ours, theirs []float64
	var late []time.Duration
	for range count {
		mine := f.subscribe(t, sockets)
		ctx, stop := context.WithCancel(t.Context())
		var offering sync.WaitGroup
		offering.Go(func() { f.offer(ctx, t, rate) })
		perSecond, p99 := deliveries(t, mine, length)
		stop()
		offering.Wait()
		ours, late = append(ours, perSecond), append(late, p99)
		conns := make([]*watch.Conn, sockets)
		for i := range conns {
			var err error
			if conns[i], err = watch.Dial(t.Context(), rival, "/"); err != nil {
				t.Fatal(err)
			}
		}
		perSecond, _ = deliveries(t, conns, length)
		theirs = append(theirs, perSecond)
	}
	what := fmt.Sprintf("%d sockets, %d positions/s offered to each", sockets, rate)
	boundRow(pushGroup, what+": p99 from publish to socket", load.Median(late), 250*time.Millisecond)
	mine, rivals := load.Median(ours), load.Median(theirs)
	ratioRow(pushGroup, what+": deliveries to those of one write a message", mine/rivals, 3, fmt.Sprintf("%.3g M/s to %.3g M/s", mine/1e6, rivals/1e6))
}

// offer publishes positions as the vehicles plugin does, until ctx ends.
func (f *fleet) offer(ctx context.Context, t *testing.T, rate int) {
	conn := f.host.JetStream(t).Conn()
	began := time.Now()
	for n := 0; pause(ctx, time.Until(began.Add(time.Duration(n)*time.Second/time.Duration(rate)))); n++ {
		id := device.DemoID("load", n%2000+1)
		value := map[string]any{"id": id, "t": time.Now().UnixNano(), "name": "Lorry", "lat": 53.4, "lng": -2.2, "speed": 50, "status": "MOVING"}
		message, err := json.Marshal(events.Push{Topic: "presenceUpdates", Items: []events.PushItem{{Key: id, Path: "/alpha/", VehicleID: "v-" + id, Value: value}}})
		if err != nil || conn.Publish("push.presenceUpdates.alpha", message) != nil {
			t.Error("positions cannot be published")
			return
		}
	}
}

// deliveries counts the positions that the sockets get, and how late they come.
func deliveries(t *testing.T, conns []*watch.Conn, length time.Duration) (perSecond float64, p99 time.Duration) {
	t.Helper()
	var counting atomic.Bool
	counts, late := make([]int, len(conns)), make([][]time.Duration, len(conns))
	var reading sync.WaitGroup
	for i, conn := range conns {
		reading.Go(func() { counts[i], late[i] = readPositions(conn, &counting) })
	}
	<-time.After(length / 4) // everybody has had something
	counting.Store(true)
	began := time.Now()
	<-time.After(length)
	counting.Store(false)
	elapsed := time.Since(began)
	for _, conn := range conns {
		_ = conn.Close()
	}
	reading.Wait()
	sum, all := 0, []time.Duration(nil)
	for i := range conns {
		sum, all = sum+counts[i], append(all, late[i]...)
	}
	return float64(sum) / elapsed.Seconds(), load.Percentile(all, 0.99)
}

// readPositions counts; of each frame it times the oldest position, which stands first or last.
func readPositions(conn *watch.Conn, counting *atomic.Bool) (count int, late []time.Duration) {
	mark := []byte(`"t":`)
	for {
		frame, err := conn.Next()
		if err != nil {
			return count, late
		}
		if !counting.Load() {
			continue
		}
		n := bytes.Count(frame, mark)
		count += n
		if n == 0 {
			continue
		}
		now, oldest := time.Now().UnixNano(), int64(0)
		for _, at := range []int{bytes.Index(frame, mark), bytes.LastIndex(frame, mark)} {
			digits, _, _ := bytes.Cut(frame[at+len(mark):], []byte(","))
			if sent, err := strconv.ParseInt(strings.TrimRight(string(digits), "}]"), 10, 64); err == nil && (oldest == 0 || sent < oldest) {
				oldest = sent
			}
		}
		late = append(late, time.Duration(now-oldest))
	}
}
