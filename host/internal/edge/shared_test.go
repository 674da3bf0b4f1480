package edge_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// stage is a plugin of which several watch the same, each at an address of their own. Views whose name begins with "other" are of something else.
type stage struct {
	asked atomic.Int64
	wait  chan struct{} // what "next" waits for
	gone  atomic.Bool
}

func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.asked.Add(1)
	parts := strings.Split(r.URL.Path, "/")
	if s.gone.Load() {
		w.WriteHeader(http.StatusGone)
		return
	}
	source := "one"
	if strings.HasPrefix(parts[5], "other") {
		source = "other"
	}
	web.Shared(w, source, 10*time.Second)
	if parts[6] == "next" {
		<-s.wait
	}
	w.Header().Set("Content-Type", "video/mp4")
	body := source + " " + parts[6] + " " + r.URL.RawQuery + " " + strconv.FormatInt(n, 10)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write([]byte(body))
}

func newShared(t *testing.T) (*edge.Edge, *stage) {
	t.Helper()
	s := &stage{wait: make(chan struct{})}
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{
		ID: "video", Backend: backendOf(t, s.ServeHTTP), Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/watch/{view}/{file}", "viewVehicle")},
		OpenAPI: []byte(`{"paths":{"/api/org/{orgId}/watch/{view}/{file}":{"get":{"x-outrider-waits":true}}}}`),
	})
	return e, s
}

func TestShared_OneAnswerForAllWhoWatchTheSame(t *testing.T) {
	e, s := newShared(t)
	get := func(as, view, file string) string {
		t.Helper()
		answer := ask(t, e, as, "GET /api/org/demo/watch/"+view+"/"+file, "")
		if answer.Header().Get(web.SharedHeader) != "" {
			t.Error("what plugins say to the host goes on to the browser")
		}
		return answer.Body.String()
	}
	get("ann", "a", "first") // says what each of them watches
	get("sam", "b", "first")
	get("ann", "other-a", "first")
	before := s.asked.Load()
	piece := get("ann", "a", "piece?cut=1")
	if got := get("sam", "b", "piece?cut=1"); got != piece || s.asked.Load() != before+1 {
		t.Errorf("the second viewer gets %q, the first %q, after %d requests", got, piece, s.asked.Load()-before)
	}
	if got := get("sam", "b", "piece?cut=2"); got == piece {
		t.Error("another query has the same answer")
	}
	if got := get("ann", "other-a", "piece?cut=1"); !strings.HasPrefix(got, "other ") {
		t.Errorf("who watches something else gets %q", got)
	}
	if answer := ask(t, e, "bob", "GET /api/org/demo/watch/b/piece?cut=1", ""); answer.Code != http.StatusForbidden {
		t.Errorf("who may not watch is answered %d %s", answer.Code, answer.Body)
	}
	if answer := ask(t, e, "", "GET /api/org/demo/watch/b/piece?cut=1", ""); answer.Code != http.StatusUnauthorized {
		t.Errorf("who is signed out is answered %d", answer.Code)
	}
	if got := get("sam", "a", "piece?cut=1"); got == piece {
		t.Error("at another viewer's address an answer is given that the plugin was not asked for")
	}
}

// Who waits for the same waits together, and on when the one goes whose request it is.
func TestShared_WaitsTogether(t *testing.T) {
	e, s := newShared(t)
	ask(t, e, "ann", "GET /api/org/demo/watch/a/first", "")
	ask(t, e, "sam", "GET /api/org/demo/watch/b/first", "")
	before := s.asked.Load()
	var all sync.WaitGroup
	answers := make(chan string, 8)
	for i := range 8 {
		who, view := "ann", "a"
		if i%2 == 1 {
			who, view = "sam", "b"
		}
		all.Go(func() { answers <- ask(t, e, who, "GET /api/org/demo/watch/"+view+"/next", "").Body.String() })
	}
	close(s.wait)
	all.Wait()
	first := <-answers
	for range 7 {
		if got := <-answers; got != first {
			t.Errorf("answered %q and %q", first, got)
		}
	}
	if n := s.asked.Load() - before; n != 1 {
		t.Errorf("the plugin was asked %d times", n)
	}
}

// What a plugin refuses one is not given to others, and who is refused has nothing shared any more.
func TestShared_RefusalsAreOnesOwn(t *testing.T) {
	e, s := newShared(t)
	ask(t, e, "ann", "GET /api/org/demo/watch/a/first", "")
	ask(t, e, "sam", "GET /api/org/demo/watch/b/first", "")
	ask(t, e, "ann", "GET /api/org/demo/watch/a/piece", "")
	s.gone.Store(true)
	before := s.asked.Load()
	for _, who := range []string{"ann", "sam"} {
		view := map[string]string{"ann": "a", "sam": "b"}[who]
		if answer := ask(t, e, who, "GET /api/org/demo/watch/"+view+"/later", ""); answer.Code != http.StatusGone {
			t.Errorf("%s is answered %d", who, answer.Code)
		}
		if answer := ask(t, e, who, "GET /api/org/demo/watch/"+view+"/piece", ""); answer.Code != http.StatusGone {
			t.Errorf("%s is answered %d by what was shared", who, answer.Code)
		}
	}
	if n := s.asked.Load() - before; n != 4 {
		t.Errorf("the plugin was asked %d times", n)
	}
}
