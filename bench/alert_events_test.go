//go:build bench

package bench_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/watch"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// alertSenders is how many devices notice things.
const alertSenders = 20

// events has devices notice things at a fixed rate until an open browser has heard of each.
func (a *archive) events(t *testing.T) {
	length := 20 * time.Second
	if *quick {
		length = 5 * time.Second
	}
	conn := a.listen(t)
	defer conn.Close()
	heard := make(chan map[string]time.Time, 1)
	total := int(length.Seconds()) * alertsASecond
	go hearLabels(conn, total, heard)

	sent, mu := map[string]time.Time{}, sync.Mutex{}
	var work sync.WaitGroup
	for n := range alertSenders {
		client := a.dial(t, n+1)
		defer client.Close()
		work.Go(func() {
			ticker := time.NewTicker(time.Second * alertSenders / alertsASecond)
			defer ticker.Stop()
			for i := range total / alertSenders {
				<-ticker.C
				mark := fmt.Sprintf("bench-%d-%d", n, i)
				now := time.Now()
				mu.Lock()
				sent[mark] = now
				mu.Unlock()
				event := fmt.Sprintf(`{"id":%q,"type":"adas_ldw_alert","time":%d,"lat":53.4,"lng":-2.3,"labels":[{"name":%q,"probability":0.9}]}`, mark, now.UnixMilli(), mark)
				if err := client.Publish(t.Context(), device.TopicEvents, []byte(event)); err != nil {
					t.Errorf("publish: %v", err)
					return
				}
			}
		})
	}
	work.Wait()
	var arrived map[string]time.Time
	select {
	case arrived = <-heard:
	case <-time.After(30 * time.Second):
		_ = conn.Close()
		arrived = <-heard
	}
	var took []time.Duration
	for mark, at := range sent {
		if came, ok := arrived[mark]; ok {
			took = append(took, came.Sub(at))
		}
	}
	if len(took) < len(sent) {
		t.Errorf("%d of %d alerts reached the browser", len(took), len(sent))
	}
	boundRow(alertsGroup, fmt.Sprintf("device's event until an open browser has it, %d a second: p99", alertsASecond), load.Percentile(took, 0.99), time.Second)
}

// hearLabels notes when each label was first heard, until all were or the connection ends.
func hearLabels(conn *watch.Conn, total int, heard chan<- map[string]time.Time) {
	arrived := map[string]time.Time{}
	mark := []byte(`"prediction_label":"bench-`)
	for len(arrived) < total {
		frame, err := conn.Next()
		if err != nil {
			break
		}
		now := time.Now()
		for {
			at := bytes.Index(frame, mark)
			if at < 0 {
				break
			}
			frame = frame[at+len(mark)-len("bench-"):]
			end := bytes.IndexByte(frame, '"')
			if label := string(frame[:end]); arrived[label].IsZero() {
				arrived[label] = now
			}
		}
	}
	heard <- arrived
}

// listen opens a push connection that hears alerts.
func (a *archive) listen(t *testing.T) *watch.Conn {
	t.Helper()
	conn, err := watch.Dial(t.Context(), strings.TrimPrefix(a.host.URL, "http://"), "/api/ws", "outrider.v1", "bearer."+a.host.Token(plugintest.As("alpha", "ORG_ADMIN")))
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
	if err := conn.Send(`{"action":"subscribe","connectionId":"` + string(id) + `","subscriptionType":"alerts","context":"node","values":[],"orgId":"alpha"}`); err != nil {
		t.Fatal(err)
	}
	for answer := []byte(nil); !bytes.Contains(answer, []byte(`"subscribed"`)); {
		if answer, err = conn.Next(); err != nil || bytes.Contains(answer, []byte(`"error"`)) {
			t.Fatalf("subscribe: %s, %v", answer, err)
		}
	}
	return conn
}
