package web

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/danielgtaylor/huma/v2"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// operation is one registered operation.
type operation struct {
	method   string
	template template
	id       string
	lock     Lock
	idKinds  map[string]string
	maxBody  int64 // bytes
	summary  string
	status   int
	list     *ListFields
	reads    bool
	waits    bool
	long     bool
	exports  bool
}

// AuditHeader marks an answer as an export where the operation is not always one: its text says what was given away, and the audit log has a record
// of the call. It goes no further than the host.
const AuditHeader = "Outrider-Audit"

// Option says more about an operation.
type Option func(*operation)

// IDs says what kind of thing a path parameter, a query parameter ("query.vehicleId") or a body field ("body.vehicle_ids") names. The
// conformance suite then tries ids of other organisations in its place.
func IDs(param, kind string) Option {
	return func(o *operation) { o.idKinds[param] = kind }
}

// MaxBody allows bodies of up to so many bytes.
func MaxBody(bytes int64) Option { return func(o *operation) { o.maxBody = bytes } }

// Summary is the operation's line in the OpenAPI document.
func Summary(text string) Option { return func(o *operation) { o.summary = text } }

// Status is the status of a good answer, where it is not 200 or 204.
func Status(code int) Option { return func(o *operation) { o.status = code } }

// OperationID names the operation in the OpenAPI document; without it the name comes from the route.
func OperationID(id string) Option { return func(o *operation) { o.id = id } }

// ReadsOnly says that the operation changes nothing although its method is not GET, such as a search with a body: the audit log then has no
// record of its calls.
func ReadsOnly() Option { return func(o *operation) { o.reads = true } }

// Waits says that the operation mostly waits for something to come, such as the next piece of a live picture, and does little itself. The
// host then allows many more of its requests at the same time, and they take no room from the plugin's other operations.
func Waits() Option { return func(o *operation) { o.waits = true } }

// TakesLong says that the operation may be silent for up to a minute before it answers, such as one that asks a device. Any other that says nothing for ten
// seconds is answered for by the host: not available. Streams and what waits may always take long.
func TakesLong() Option { return func(o *operation) { o.long = true } }

// Exports says that the operation gives data away as a file: the audit log has a record of its calls although they change nothing.
func Exports() Option { return func(o *operation) { o.exports = true } }

func (r *Router) register(route string, lock Lock, opts []Option) operation {
	method, t, err := parseRoute(route)
	if err != nil {
		panic(fmt.Sprintf("web: %v", err))
	}
	if problem := lock.problem(); problem != "" {
		panic(fmt.Sprintf("web: %s: %s", route, problem))
	}
	if other, clash := r.shapes[method+" "+t.shape]; clash {
		panic(fmt.Sprintf("web: %q and %q are the same place", other, route))
	}
	r.shapes[method+" "+t.shape] = route
	op := operation{
		method: method, template: t, lock: lock, idKinds: map[string]string{}, maxBody: DefaultMaxBody,
		id: operationID(method, t.path),
	}
	for _, opt := range opts {
		opt(&op)
	}
	r.operations = append(r.operations, op)
	return op
}

// document is the operation as huma registers and describes it.
func (o operation) document() huma.Operation {
	doc := huma.Operation{
		Method: o.method, Path: o.template.path, OperationID: o.id, Summary: o.summary, DefaultStatus: o.status,
		MaxBodyBytes:    o.maxBody + 1, // huma refuses a body of exactly its limit
		BodyReadTimeout: -1,            // the host watches slow clients; a deadline here would cancel long handlers
		Metadata:        map[string]any{lockMetadata: o.lock},
		Extensions:      map[string]any{"x-outrider-lock": o.lock.extension()},
	}
	if o.list != nil {
		doc.Metadata[listMetadata] = o.list
		doc.Extensions["x-outrider-list"] = o.list.extension()
	}
	if o.reads {
		doc.Extensions["x-outrider-reads-only"] = true
	}
	if o.exports {
		doc.Extensions["x-outrider-exports"] = true
	}
	if o.waits {
		doc.Extensions["x-outrider-waits"] = true
	}
	if o.long {
		doc.Extensions["x-outrider-takes-long"] = true
	}
	if len(o.idKinds) > 0 {
		doc.Extensions["x-outrider-ids"] = maps.Clone(o.idKinds)
	}
	return doc
}

func (l Lock) extension() map[string]any {
	x := map[string]any{"kind": l.kind.String()}
	if len(l.permissions) > 0 {
		x["permissions"] = l.permissions
	}
	if l.reason != "" {
		x["reason"] = l.reason
	}
	return x
}

// Describe returns the operations for the host and their OpenAPI 3.1 document as JSON.
func (r *Router) Describe() ([]*pluginv1.Operation, []byte, error) {
	document, err := json.Marshal(r.api.OpenAPI())
	if err != nil {
		return nil, nil, fmt.Errorf("write OpenAPI: %w", err)
	}
	operations := make([]*pluginv1.Operation, len(r.operations))
	for i, o := range r.operations {
		operations[i] = &pluginv1.Operation{
			Method: o.method, Template: o.template.path, OperationId: o.id, Lock: o.lock.proto(), IdKinds: o.idKinds, MaxBodyBytes: o.maxBody,
		}
	}
	return operations, document, nil
}
