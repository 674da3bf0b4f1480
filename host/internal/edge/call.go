package edge

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

const (
	maxDepth  = 4        // plugins calling each other in a row
	maxAnswer = 16 << 20 // bytes of an answer between plugins
)

// Call is a request of one plugin to another's operation.
type Call struct {
	Plugin string // who calls
	Method string
	Path   string // "/api/geo/places?limit=1"
	Body   []byte
	Caller string // the caller header of the request that it works for; empty: it acts as itself
	OrgID  string // as itself: the organisation in which it acts
}

// Answer is what came back.
type Answer struct {
	Status      int
	ContentType string
	Body        []byte
}

// internal marks a request that comes from a plugin and not from outside.
type internal struct {
	subject *Subject // the user for whom it acts; nil: itself
	absent  bool     // that user has no request under way
	reports bool     // it may call the operations of report types alone
	org     string
	plugin  string
	calls   []string
	depth   int
}

type internalInContext struct{}

func internalOf(ctx context.Context) *internal {
	within, _ := ctx.Value(internalInContext{}).(*internal)
	return within
}

// Call sends a plugin's request through the same checks as anybody's. The error is a fault.Error for calls that are not made at all; a refusal
// by the other side is an Answer.
func (e *Edge) Call(ctx context.Context, call Call) (Answer, error) {
	request, err := e.callRequest(ctx, call)
	if err != nil {
		return Answer{}, err
	}
	return e.ask(request)
}

// ask sends a request to the edge itself, and reads its answer.
func (e *Edge) ask(request *http.Request) (Answer, error) {
	recorder := web.NewRecorder(maxAnswer)
	if err := take(recorder, e, request); err != nil {
		return Answer{}, err
	}
	return Answer{Status: recorder.Status(), ContentType: recorder.Header().Get("Content-Type"), Body: recorder.Body()}, nil
}

// callRequest is a plugin's call as a request to the edge itself.
func (e *Edge) callRequest(ctx context.Context, call Call) (*http.Request, error) {
	within, err := e.within(call)
	if err != nil {
		return nil, err
	}
	return internalRequest(context.WithValue(ctx, internalInContext{}, within), call.Method, call.Path, call.Body)
}

// internalRequest is a request to the edge itself that does not come from outside.
func internalRequest(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, path, bytes.NewReader(body))
	if err != nil || !strings.HasPrefix(path, "/api/") {
		return nil, fault.Wrap(fault.Invalid, err, "The address of the call is not one of an operation.")
	}
	request.RequestURI = path
	if parent := trace.Parent(ctx); parent != "" {
		request.Header.Set(trace.Header, parent)
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

// within finds out for whom the plugin acts.
func (e *Edge) within(call Call) (*internal, error) {
	if call.Caller == "" {
		plugin, ok := e.current.Load().plugins[call.Plugin]
		if !ok && e.awaited.has(call.Plugin) {
			return nil, &fault.Error{Kind: fault.Unavailable, Message: "The plugin " + call.Plugin + " is not up yet.", RetryAfter: awaitedRetry}
		}
		if !ok {
			return nil, fault.New(fault.Denied, "The plugin %s is not running.", call.Plugin)
		}
		return &internal{org: call.OrgID, plugin: call.Plugin, calls: plugin.Calls, depth: 1}, nil
	}
	caller, ok := e.callers.find(call.Plugin, call.Caller)
	if !ok {
		return nil, fault.New(fault.Denied, "The plugin %s has no request under way for this caller.", call.Plugin)
	}
	if caller.depth >= maxDepth {
		return nil, fault.New(fault.Unavailable, "More than %d plugins call each other in a row.", maxDepth)
	}
	within := &internal{subject: caller.subject, absent: caller.absent, reports: caller.reports, org: caller.OrgID, plugin: call.Plugin, depth: caller.depth + 1}
	if caller.subject == nil { // the request came from a plugin that acts as itself: so does this one
		if plugin, ok := e.current.Load().plugins[call.Plugin]; ok {
			within.calls = plugin.Calls
		}
	}
	return within, nil
}

// take runs the request, and keeps its answer. An answer that breaks off, or is larger than maxAnswer, is an error.
func take(w http.ResponseWriter, handler http.Handler, request *http.Request) (err error) {
	defer func() {
		if recover() != nil {
			err = errBrokeOff()
		}
	}()
	handler.ServeHTTP(w, request)
	return nil
}
