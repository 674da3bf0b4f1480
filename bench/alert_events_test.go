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

// events measures how long it takes until an open browser hears of what devices notice.
func (a *archive) events(t *testing.T) {
	boundRow(alertsGroup, fmt.Sprintf("device's event until an open browser has it, %d a second: p99", alertsASecond), load.Percentile(a.hear(t, "bench"), 0.99), time.Second)
}

// hear has devices notice things at a fixed rate until an open browser has heard of each, and returns how long each took.
func (a *archive) hear(t *testing.T, name string) (took []time.Duration) {
	t.Helper()
	length := 20 * time.Second
	if *quick {
		length = 5 * time.Second
	}
	conn := a.listen(t)
	defer conn.Close()
	heard := make(chan map[string]time.Time, 1)
	total := int(length.Seconds()) * alertsASecond
	go hearLabels(conn, name, total, heard)

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
				mark := fmt.Sprintf("%s-%d-%d", name, n, i)
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
	for mark, at := range sent {
		if came, ok := arrived[mark]; ok {
			took = append(took, came.Sub(at))
		}
	}
	if len(took) < len(sent) {
		t.Errorf("%d of %d alerts reached the browser", len(took), len(sent))
	}
	return took
}

// hearLabels notes when each label that begins with the name was first heard, until all were or the connection ends.
func hearLabels(conn *watch.Conn, name string, total int, heard chan<- map[string]time.Time) {
	arrived := map[string]time.Time{}
	mark := []byte(`"prediction_label":"` + name + "-")
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
			frame = frame[at+len(mark)-len(name+"-"):]
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
