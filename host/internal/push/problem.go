package push

import (
	"encoding/json"
	"errors"
	"net/http"

	"outrider.dev/sdk/fault"
)

// errTooMany is answered 429: the one refusal whose status its kind does not say.
var errTooMany = fault.New(fault.Conflict, "You have too many open connections.")

// title is the sentence for the user.
func title(err error) string {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Message
	}
	return "Something went wrong."
}

func status(err error) int {
	switch {
	case errors.Is(err, errTooMany):
		return http.StatusTooManyRequests
	case errors.Is(err, errNotJSON):
		return http.StatusBadRequest
	}
	switch fault.KindOf(err) {
	case fault.SignedOut:
		return http.StatusUnauthorized
	case fault.Denied:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Invalid:
		return http.StatusUnprocessableEntity
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// writeProblem refuses a request.
func writeProblem(w http.ResponseWriter, err error) {
	code := status(err)
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if code == http.StatusServiceUnavailable || code == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "5")
	}
	w.WriteHeader(code)
	body := map[string]any{"type": "about:blank", "title": title(err), "status": code, "kind": fault.KindOf(err)}
	if f, ok := errors.AsType[*fault.Error](err); ok && len(f.Fields) > 0 {
		body["errors"] = f.Fields
	}
	_ = json.NewEncoder(w).Encode(body) // the client is gone if this fails
}
