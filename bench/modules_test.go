//go:build bench

package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/watch"
	"outrider.dev/sdk/plugintest"
)

const modulesGroup = "Modules"

// TestModules switches a module while 1,000 browsers of 50 users are open, each of which reads the shell again when it hears of it.
func TestModules(t *testing.T) {
	const browsers = 1000
	host := plugintest.Start(t, "../plugins/seatbelt", plugintest.Beside("../plugins/vehicles", "../plugins/users"))
	f := &fleet{database: database{t: t, host: host, db: host.Database(t)}}
	f.hire(t, browsers/perUser)
	conns := make([]*watch.Conn, browsers)
	var opening errgroup.Group
	opening.SetLimit(8)
	for n := range browsers / perUser {
		f.token(t, n)
	}
	for i := range conns {
		opening.Go(func() (err error) {
			conns[i], err = f.connected(t, f.tokens[i/perUser])
			return err
		})
	}
	if err := opening.Wait(); err != nil {
		t.Fatal(err)
	}
	crowd := crowdOf(t, conns)
	var heard atomic.Int64
	news, shells := make(chan int, browsers), make(chan struct{}, browsers)
	crowd.Hear(func(n int, message []byte, _ time.Time) {
		if bytes.Contains(message, []byte(`"changed"`)) {
			heard.Add(1)
			news <- n
		}
	})
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: browsers}}
	for range 64 { // as many as ask at once: the machine is the browsers', too
		go func() {
			for n := range news {
				readShell(client, host.URL, f.tokens[n/perUser])
				shells <- struct{}{}
			}
		}()
	}
	var told, followed []time.Duration
	for round := range 6 {
		began := time.Now()
		heard.Store(0)
		host.Switch(t, "alpha", round%2 == 1)
		for heard.Load() < browsers && time.Since(began) < time.Minute {
			pause(t.Context(), time.Millisecond)
		}
		told = append(told, time.Since(began))
		for range browsers {
			<-shells
		}
		followed = append(followed, time.Since(began))
	}
	close(news)
	boundRow(modulesGroup, "a switch reaches 1,000 browsers of 50 users, median of 6", load.Median(told), 2*time.Second)
	boundRow(modulesGroup, "the same until each has read the shell again, median", load.Median(followed), 2*time.Second)
	measured.Add(table.Row{Group: modulesGroup, What: "the same, worst", Result: load.Percentile(followed, 1).Round(time.Millisecond).String()})
	if err := crowd.Close(); err != nil {
		t.Error(err)
	}
}

// connected opens a push connection that subscribes to nothing.
func (f *fleet) connected(t *testing.T, token string) (*watch.Conn, error) {
	conn, err := watch.Dial(t.Context(), strings.TrimPrefix(f.host.URL, "http://"), "/api/ws", "outrider.v1", "bearer."+token)
	if err != nil {
		return nil, err
	}
	if err := conn.Send(`{"action":"getConnectionId"}`); err != nil {
		return nil, err
	}
	_, err = conn.Next()
	return conn, err
}

func readShell(client *http.Client, url, token string) {
	request, err := http.NewRequest(http.MethodGet, url+"/api/shell", nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := client.Do(request)
	if err != nil {
		panic(fmt.Sprintf("read the shell: %v", err))
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
}
