//go:build bench

package bench_test

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/outrider/bench/watch"
	"outrider.dev/sdk/plugintest"
)

const pushGroup = "Push"

// perUser is how many push connections a user may have.
const perUser = 20

// subscribe opens push connections that see everything of the organisation, as many users as it takes.
func (f *fleet) subscribe(t *testing.T, count int) *watch.Crowd {
	t.Helper()
	for user := range (count + perUser - 1) / perUser {
		f.token(t, user)
	}
	conns := make([]*watch.Conn, count)
	var opening errgroup.Group
	opening.SetLimit(8)
	for i := range conns {
		opening.Go(func() (err error) {
			conns[i], err = f.subscribed(t.Context(), f.tokens[i/perUser])
			return err
		})
	}
	if err := opening.Wait(); err != nil {
		t.Fatal(err)
	}
	return crowdOf(t, conns)
}

func crowdOf(t *testing.T, conns []*watch.Conn) *watch.Crowd {
	t.Helper()
	crowd, err := watch.NewCrowd(conns)
	if err != nil {
		t.Fatal(err)
	}
	return crowd
}

// subscribed opens one push connection.
func (f *fleet) subscribed(ctx context.Context, token string) (*watch.Conn, error) {
	conn, err := watch.Dial(ctx, strings.TrimPrefix(f.host.URL, "http://"), "/api/ws", "outrider.v1", "bearer."+token)
	if err != nil {
		return nil, err
	}
	if err := conn.Send(`{"action":"subscribe","subscriptionType":"presenceUpdates","context":"vehicle","values":[],"orgId":"alpha"}`); err != nil {
		return nil, err
	}
	for { // positions may come first
		answer, err := conn.Next()
		switch {
		case err != nil:
			return nil, err
		case bytes.Contains(answer, []byte(`"subscribed"`)):
			return conn, nil
		case bytes.Contains(answer, []byte(`"error"`)):
			return nil, fmt.Errorf("subscribe: %s", answer)
		}
	}
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
	crowd := f.subscribe(t, browsers)
	pause(ctx, 2*pace)
	timer := newMoveTimer(sent, browsers)
	streamed, pushed := newMoveTimer(sent, 1), newMoveTimer(sent, 1)
	unlisten := f.listen(t, streamed, pushed)
	crowd.Hear(timer.hear)
	before, began := usage.Process(f.host.PID()), time.Now()
	pause(ctx, watched)
	crowd.Hear(func(int, []byte, time.Time) {})
	unlisten()
	share := (usage.Process(f.host.PID()) - before).Seconds() / time.Since(began).Seconds()
	if crowd.Lost() > 0 {
		t.Errorf("%d sockets ended meanwhile", crowd.Lost())
	}
	_ = crowd.Close()
	stop()
	driving.Wait()
	boundRow(pushGroup, fmt.Sprintf("device publish to socket, %d sockets watching %d moving vehicles, p99 of %d", browsers, moving, len(timer.late)), load.Percentile(timer.late, 0.99), 500*time.Millisecond)
	p50, p99 := streamed.says(0.5), streamed.says(0.99)
	measured.Add(table.Row{
		Group: pushGroup, What: "the same, median; of it until the stream has it, and until the plugin pushes it",
		Result: fmt.Sprintf("%s; %s (p99 %s), %s (p99 %s)", timer.says(0.5), p50, p99, pushed.says(0.5), pushed.says(0.99)),
	})
	measured.Add(table.Row{Group: pushGroup, What: "the same, the host's share of one processor, with its database's pool, broker and edge", Result: fmt.Sprintf("%.2f", share)})
}

func sampleAt(at time.Time) []byte {
	return fmt.Appendf(nil, `{"time":%d,"lat":53.4,"lng":%f,"gps_valid":true,"speed_kmh":50,"heading_deg":10,"ignition":true}`, at.UnixMilli(), -2-float64(at.UnixMilli()%1000)/1e6)
}

// moveTimer takes the time of the first news of each publish on each socket: a vehicle is told of again when its place has a name.
type moveTimer struct {
	sent  []atomic.Int64
	heard [][]int64 // of each socket, the publish of each vehicle that was told of last
	late  []time.Duration
}

func newMoveTimer(sent []atomic.Int64, sockets int) *moveTimer {
	m := &moveTimer{sent: sent, heard: make([][]int64, sockets)}
	for i := range m.heard {
		m.heard[i] = make([]int64, len(sent))
		for n := range sent { // what was published before is not timed
			m.heard[i][n] = sent[n].Load()
		}
	}
	return m
}

// listen times what goes through the broker, until it is told to end.
func (f *fleet) listen(t *testing.T, streamed, pushed *moveTimer) (unlisten func()) {
	t.Helper()
	conn := f.host.JetStream(t).Conn()
	var mu sync.Mutex
	var heard []*nats.Subscription
	for subject, hear := range map[string]func(m *nats.Msg){
		"telemetry.>": func(m *nats.Msg) {
			streamed.hear(0, []byte(`"device_id":"`+m.Subject[strings.LastIndex(m.Subject, ".")+1:]+`"`), time.Now())
		},
		"push.presenceUpdates.alpha": func(m *nats.Msg) { pushed.hear(0, m.Data, time.Now()) },
	} {
		subscription, err := conn.Subscribe(subject, func(m *nats.Msg) {
			mu.Lock()
			defer mu.Unlock()
			hear(m)
		})
		if err != nil {
			t.Fatal(err)
		}
		heard = append(heard, subscription)
	}
	return func() {
		for _, subscription := range heard {
			_ = subscription.Unsubscribe() // fails only when the connection is closed
		}
		mu.Lock() // nobody hears anything any more
	}
}

// says is a percentile of the times, as it is written.
func (m *moveTimer) says(share float64) string {
	return load.Percentile(m.late, share).Round(time.Millisecond).String()
}

var moveMark = []byte(`"device_id":"load-`)

func (m *moveTimer) hear(socket int, message []byte, at time.Time) {
	now, heard := at.UnixNano(), m.heard[socket]
	for _, rest, found := bytes.Cut(message, moveMark); found; _, rest, found = bytes.Cut(rest, moveMark) {
		digits, _, _ := bytes.Cut(rest, []byte(`"`))
		n, err := strconv.Atoi(string(digits))
		if err != nil || n >= len(m.sent) {
			continue
		}
		if at := m.sent[n].Load(); at != heard[n] {
			heard[n] = at
			m.late = append(m.late, time.Duration(now-at))
		}
	}
}
