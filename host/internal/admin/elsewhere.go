package admin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// subjectCall and a host's id: a call of the console that this host is to answer, core NATS. Who is behind the call was decided by the host
// that it came to.
const subjectCall = "host.admin.call."

const (
	callsAtOnce = 64               // of other hosts; more of them wait
	mostAnswer  = 64 << 20         // bytes; NATS carries less and says so
	lookLimit   = 35 * time.Second // longer than a log is waited for
)

// OnHost names the host that a call is about.
type OnHost struct {
	Host string `query:"host" maxLength:"200" doc:"Id of the host that it is about; empty: the one that answers"`
}

// ofOneHost are the paths whose answers are one host's own.
var ofOneHost = []string{"/api/admin/plugins", "/api/admin/parts", "/api/admin/mails"}

// elsewhere is the host that a call names, if it is another one.
func (a *Admin) elsewhere(r *http.Request) (id string, ok bool) {
	id = r.URL.Query().Get("host")
	if id == "" || id == a.HostID {
		return "", false
	}
	for _, path := range ofOneHost {
		if strings.HasPrefix(r.URL.Path, path) {
			return id, true
		}
	}
	return "", false
}

// pass has another host answer a call.
func (a *Admin) pass(w http.ResponseWriter, r *http.Request, id string) {
	answer, err := a.askOne(r, id)
	if err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	var status int
	if _, err := fmt.Sscan(answer.Header.Get("Status"), &status); err != nil {
		web.WriteProblem(w, r, fmt.Errorf("read the answer of host %s: %w", id, err))
		return
	}
	w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
	w.WriteHeader(status)
	_, _ = w.Write(answer.Data) // whoever asked has gone
}

func (a *Admin) askOne(r *http.Request, id string) (*nats.Msg, error) {
	name := ""
	for _, h := range a.hosts() {
		if h.ID == id {
			name = h.Name
		}
	}
	if name == "" {
		return nil, fault.New(fault.NotFound, "There is no such host.")
	}
	m := nats.NewMsg(subjectCall + id)
	var err error
	if m.Data, err = io.ReadAll(r.Body); err != nil { // the edge bounds it
		return nil, fault.Wrap(fault.Invalid, err, "The request cannot be read.")
	}
	m.Header = nats.Header{"Method": {r.Method}, "Url": {r.URL.RequestURI()}, "Caller": {r.Header.Get(web.CallerHeader)}, "Type": {r.Header.Get("Content-Type")}}
	limit := lookLimit
	if r.Method != http.MethodGet {
		limit += commandLimit
		audit.Note(r.Context(), func(record *audit.Record) {
			words := strings.Split(strings.Trim(strings.TrimPrefix(r.URL.Path, ofOneHost[0]), "/"), "/")
			record.ObjectKind, record.ObjectID, record.Detail = "plugin", words[0], words[len(words)-1]+" on host "+name
		})
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	answer, err := a.NATS.RequestMsgWithContext(ctx, m)
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "The host %s does not answer.", name)
	}
	return answer, nil
}

// answerUntil answers the calls that other hosts pass on until ctx ends.
func (a *Admin) answerUntil(ctx context.Context) error {
	calls := make(chan *nats.Msg, callsAtOnce)
	subscription, err := a.NATS.ChanSubscribe(subjectCall+a.HostID, calls)
	if err != nil {
		return fmt.Errorf("listen to other hosts: %w", err)
	}
	defer func() { _ = subscription.Unsubscribe() }() // fails only when the connection is closed
	var group errgroup.Group
	group.SetLimit(callsAtOnce)
	for {
		select {
		case <-ctx.Done():
			return group.Wait()
		case m := <-calls:
			group.Go(func() error {
				if err := a.answer(ctx, m); err != nil && ctx.Err() == nil {
					a.Log.Warn("answer another host", "error", err)
				}
				return nil
			})
		}
	}
}

func (a *Admin) answer(ctx context.Context, m *nats.Msg) error {
	r, err := http.NewRequestWithContext(ctx, m.Header.Get("Method"), m.Header.Get("Url"), bytes.NewReader(m.Data))
	if err != nil {
		return fmt.Errorf("read a call: %w", err)
	}
	r.Header.Set(web.CallerHeader, m.Header.Get("Caller"))
	r.Header.Set("Content-Type", m.Header.Get("Type"))
	w := web.NewRecorder(mostAnswer)
	a.calls.ServeHTTP(w, r)
	if err := m.RespondMsg(message(m.Reply, w)); !errors.Is(err, nats.ErrMaxPayload) {
		return err
	}
	w = web.NewRecorder(mostAnswer)
	web.WriteProblem(w, r, fault.New(fault.Conflict, "The answer is too large to come from another host. Ask for less."))
	return m.RespondMsg(message(m.Reply, w))
}

// message is an answer on its way to the host that asked.
func message(to string, w *web.Recorder) *nats.Msg {
	answer := nats.NewMsg(to)
	answer.Header = nats.Header{"Status": {strconv.Itoa(w.Status())}, "Content-Type": {w.Header().Get("Content-Type")}}
	answer.Data = w.Body()
	return answer
}
