package push

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Caller finds who sent a request that the edge has let through, and the organisation of its path.
type Caller func(ctx context.Context) (userID, orgID string, known bool)

// Subscriptions is the handler of an operation that subscribes to the topic over HTTP, such as POST /api/org/{orgId}/vehicles/subscriptions:
// the body is a Request, whose type and context may be left out. It answers 200 once the connection has been told, 404 for a connection that is
// not the caller's.
func (h *Hub) Subscriptions(topic string, caller Caller) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		userID, orgID, known := caller(r.Context())
		if !known {
			writeProblem(w, fault.New(fault.SignedOut, "Sign in to continue."))
			return
		}
		var req Request
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, readLimit))
		if err == nil {
			err = json.NewDecoder(bytes.NewReader(body)).Decode(&req)
		}
		if err != nil {
			writeProblem(w, bodyProblem(err))
			return
		}
		if err := web.CheckJSON(body); err != nil {
			writeProblem(w, err)
			return
		}
		if req.SubscriptionType == "" {
			req.SubscriptionType = topic
		}
		found, ok := h.topics.find(req.SubscriptionType, "")
		if !ok || found.Name != topic {
			writeProblem(w, fault.InvalidFields("This is not a subscription of this address.", fault.Field{Location: "body.subscriptionType", Message: "must be " + topic}))
			return
		}
		req.OrgID = orgID
		if err := h.Subscribe(r.Context(), Subject{UserID: userID, OrgID: orgID}, req); err != nil {
			writeProblem(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer{Action: "subscribed", SubscriptionType: found.AnnouncedAs()}.encode()) // the client is gone if this fails
	})
}

// errNotJSON is answered 400.
var errNotJSON = fault.New(fault.Invalid, "The body is not JSON.")

func bodyProblem(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body." + wrong.Field, Message: "must be a " + wrong.Type.String()})
	}
	return errNotJSON
}
