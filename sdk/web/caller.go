package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The request headers that the host adds and strips from clients.
const (
	CallerHeader     = "Outrider-Caller"     // CallerInfo, see EncodeCaller and TracedCaller
	CapabilityHeader = "Outrider-Capability" // database capability of the organisation acted in
)

// maxCallerBytes bounds the encoded header: a driver's vehicles and an operation's permissions fit many times over.
const maxCallerBytes = 64 << 10

// CallerInfo is who a request acts for, as the host has found out. Its zero value is nobody.
type CallerInfo struct {
	UserID      string   `json:"user_id,omitempty"`
	SessionID   string   `json:"session_id,omitempty"` // of the sign-in; no secret
	APIKey      string   `json:"api_key,omitempty"`    // id of the API key that it came with; empty: a person's own session
	Email       string   `json:"email,omitempty"`
	Name        string   `json:"name,omitempty"`
	OrgID       string   `json:"org_id,omitempty"`      // the organisation acted in
	HomeOrgID   string   `json:"home_org_id,omitempty"` // the organisation that the user belongs to
	Role        string   `json:"role,omitempty"`
	Scope       Scope    `json:"scope"`
	Locale      string   `json:"locale,omitempty"` // "en-GB"
	Units       string   `json:"units,omitempty"`  // a fleet.Units
	Permissions []string `json:"permissions,omitempty"`
	Plugin      string   `json:"plugin,omitempty"` // set when a plugin calls as itself
	Trace       string   `json:"trace,omitempty"`  // W3C traceparent
}

// Scope is what of the organisation a caller sees: the subtree of Path, and VehicleIDs besides. With All, the whole organisation.
type Scope struct {
	Path       string   `json:"path,omitempty"` // "/demo/north-west/"; empty for a driver
	VehicleIDs []string `json:"vehicle_ids,omitempty"`
	All        bool     `json:"all,omitempty"`
}

// Has reports whether the caller holds a permission that the operation declared.
func (c CallerInfo) Has(permission string) bool { return slices.Contains(c.Permissions, permission) }

// SignedIn reports whether there is a caller at all: a user, or a plugin that calls as itself.
func (c CallerInfo) SignedIn() bool { return c.UserID != "" || c.Plugin != "" }

// Sees reports whether something at a group path that belongs to a vehicle is in scope. Either may be empty.
func (s Scope) Sees(path, vehicleID string) bool {
	if s.All || (s.Path != "" && strings.HasPrefix(path, s.Path)) {
		return true
	}
	return vehicleID != "" && slices.Contains(s.VehicleIDs, vehicleID)
}

// PathEnd is the first string after everything that begins with path, compared as bytes: rows in [path, PathEnd(path)) are in the
// subtree. The empty path has an empty subtree.
func PathEnd(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] < 0xff {
			return path[:i] + string([]byte{path[i] + 1})
		}
	}
	return ""
}

// EncodeCaller writes c as the value of CallerHeader: base64url of its JSON.
func EncodeCaller(c CallerInfo) (string, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("encode caller: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// TracedCaller puts the trace of one request behind the value of CallerHeader that EncodeCaller wrote for a caller without one.
func TracedCaller(header, trace string) string {
	if trace == "" {
		return header
	}
	return header + traceMark + trace
}

// traceMark is no letter of base64url.
const traceMark = "."

// DecodeCaller reads the value of CallerHeader. An empty value is nobody.
func DecodeCaller(header string) (CallerInfo, error) {
	lasting, trace, traced := strings.Cut(header, traceMark)
	c, err := decodeCaller(lasting)
	if traced && err == nil {
		c.Trace = trace
	}
	return c, err
}

func decodeCaller(header string) (CallerInfo, error) {
	var c CallerInfo
	if header == "" {
		return c, nil
	}
	if len(header) > maxCallerBytes {
		return c, errors.New("decode caller: the header is too long")
	}
	raw, err := base64.RawURLEncoding.DecodeString(header)
	if err != nil {
		return c, fmt.Errorf("decode caller: %w", err)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return CallerInfo{}, fmt.Errorf("decode caller: %w", err)
	}
	return c, nil
}

type contextKey struct{}

// request is what the context of a request knows.
type request struct {
	caller     CallerInfo
	header     string // CallerHeader
	capability string
	accepts    string    // Accept-Language
	streams    bool      // the answer is a stream
	auditing   *auditing // nil outside of a request
}

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(contextKey{}).(*request); ok {
		return r
	}
	return &request{}
}

// Caller returns who the request of ctx acts for. Outside of a request it is nobody.
func Caller(ctx context.Context) CallerInfo { return requestOf(ctx).caller }

// WithCaller returns a context that acts for c. Package web does this for every request; tests and background work may too.
func WithCaller(ctx context.Context, c CallerInfo) context.Context {
	r := *requestOf(ctx)
	r.caller = c
	return context.WithValue(ctx, contextKey{}, &r)
}

// WithCallerHeader returns a context that acts for whom a CallerHeader names, which the host knows from elsewhere than a request.
func WithCallerHeader(ctx context.Context, header string) (context.Context, error) {
	caller, err := DecodeCaller(header)
	if err != nil {
		return nil, err
	}
	return context.WithValue(ctx, contextKey{}, &request{caller: caller, header: header}), nil
}

// AsPlugin returns a context in which the plugin acts as itself in an organisation, even inside a request: what was known about the
// caller is forgotten.
func AsPlugin(ctx context.Context, orgID string) context.Context {
	return context.WithValue(ctx, contextKey{}, &request{caller: CallerInfo{OrgID: orgID}})
}

// CallerHeaderOf returns the CallerHeader of the request of ctx, which the SDK hands back to the host when the handler calls another
// plugin; empty outside of a request.
func CallerHeaderOf(ctx context.Context) string { return requestOf(ctx).header }

// Streams reports whether the answer to the request of ctx is a stream, which may take as long as it likes.
func Streams(ctx context.Context) bool { return requestOf(ctx).streams }

// Streaming returns a context of a request whose answer is a stream.
func Streaming(ctx context.Context) context.Context {
	r := *requestOf(ctx)
	r.streams = true
	return context.WithValue(ctx, contextKey{}, &r)
}

// Capability returns the database capability that came with the request of ctx; empty outside of a request.
func Capability(ctx context.Context) string { return requestOf(ctx).capability }
