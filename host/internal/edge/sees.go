package edge

import (
	"context"
	"net/http"

	"outrider.dev/sdk/fault"
)

// Sees reports whether an operation that shows something shows it to a user who is not there: path is that of a GET, group narrows the user's sight, empty: not at all. What cannot be said
// now is fault.Unavailable.
func (e *Edge) Sees(ctx context.Context, userID, orgID, group, path string) (bool, error) {
	subject, _, err := e.config.Absent.DecideAbsent(ctx, userID, orgID)
	switch kind := fault.KindOf(err); {
	case err == nil:
	case kind == fault.SignedOut || kind == fault.NotFound || kind == fault.Denied:
		return false, nil
	default:
		return false, err
	}
	ctx = context.WithValue(ctx, internalInContext{}, &internal{subject: &subject, absent: true, org: orgID, depth: 1})
	request, err := internalRequest(ctx, http.MethodGet, path, nil)
	if err != nil {
		return false, err
	}
	if group != "" {
		request.Header.Set(groupHeader, group)
	}
	answer, err := e.ask(request)
	if err != nil {
		return false, err
	}
	if answer.Status >= http.StatusInternalServerError || answer.Status == http.StatusTooManyRequests {
		return false, fault.New(fault.Unavailable, "%s cannot be asked at the moment: %d.", path, answer.Status)
	}
	return answer.Status < http.StatusMultipleChoices, nil
}
