package webhooks

import (
	"context"
	"strconv"

	"outrider.dev/sdk/web"
)

// Router lists the operations on an organisation's webhooks. Read this first.
func (s *Service) Router(version string) *web.Router {
	r := web.NewRouter("Webhooks", version)
	manages, aHook := web.Needs(Permission), web.IDs("webhookId", "webhook")
	web.Handle(r, "GET /org/{orgId}/webhooks", manages, s.getAll, web.Summary("The webhooks of an organisation, and the kinds of events that can be sent"))
	web.Handle(r, "POST /org/{orgId}/webhooks", manages, s.post, web.Summary("Make a webhook, whose secret is shown this once"))
	web.Handle(r, "PUT /org/{orgId}/webhooks/{webhookId}", manages, s.put, aHook, web.Summary("Change a webhook, or resume one that was paused"))
	web.Handle(r, "DELETE /org/{orgId}/webhooks/{webhookId}", manages, s.remove, aHook, web.Summary("Delete a webhook, with what it was still to send"))
	web.Handle(r, "POST /org/{orgId}/webhooks/{webhookId}/secret", manages, s.postSecret, aHook, web.Summary("Make another secret; for a day the former one signs, too"))
	web.Handle(r, "POST /org/{orgId}/webhooks/{webhookId}/test", manages, s.postTest, aHook, web.Summary("Send a test"))
	web.Handle(r, "POST /org/{orgId}/webhooks/{webhookId}/replay", manages, s.postReplay, aHook, web.Summary("Send deliveries again"))
	web.Handle(r, "GET /org/{orgId}/webhooks/{webhookId}/deliveries", manages, s.getDeliveries, aHook, web.Summary("What was sent to a webhook, the newest first"))
	web.Handle(r, "GET /org/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}", manages, s.getDelivery, aHook, web.IDs("deliveryId", "delivery"),
		web.Summary("A delivery with what is sent and its attempts"))
	return r
}

type output[T any] struct{ Body T }

func answer[T any](body T, err error) (*output[T], error) {
	if err != nil {
		return nil, err
	}
	return &output[T]{body}, nil
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type ofHook struct {
	OrgID string `path:"orgId"`
	ID    string `path:"webhookId" maxLength:"64"`
}

type hooksView struct {
	Webhooks []Webhook  `json:"Webhooks" nullable:"false"`
	Kinds    []KindView `json:"Kinds" nullable:"false"`
}

func (s *Service) getAll(ctx context.Context, _ *inOrg) (*output[hooksView], error) {
	list, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	kinds, err := s.Choices(ctx)
	return answer(hooksView{list, kinds}, err)
}

type postInput struct {
	OrgID string `path:"orgId"`
	Body  Wanted
}

func (s *Service) post(ctx context.Context, in *postInput) (*web.Created[Made], error) {
	made, err := s.Make(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	return web.NewCreated(made), nil
}

type putInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"webhookId" maxLength:"64"`
	Body  struct {
		Wanted
		Version int64 `json:"version" doc:"As it was read; another change in between is a 409"`
	}
}

func (s *Service) put(ctx context.Context, in *putInput) (*output[Webhook], error) {
	return answer(s.Change(ctx, in.ID, in.Body.Version, in.Body.Wanted))
}

func (s *Service) remove(ctx context.Context, in *ofHook) (*struct{}, error) {
	return nil, s.Delete(ctx, in.ID)
}

func (s *Service) postSecret(ctx context.Context, in *ofHook) (*output[Made], error) {
	return answer(s.Rotate(ctx, in.ID))
}

type testedView struct {
	Delivery int64 `json:"delivery" doc:"Id of the delivery, which says what became of it"`
}

func (s *Service) postTest(ctx context.Context, in *ofHook) (*output[testedView], error) {
	seq, err := s.Test(ctx, in.ID)
	return answer(testedView{seq}, err)
}

type replayInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"webhookId" maxLength:"64"`
	Body  Again
}

type replayedView struct {
	Count int64 `json:"count"`
}

func (s *Service) postReplay(ctx context.Context, in *replayInput) (*output[replayedView], error) {
	count, err := s.Replay(ctx, in.ID, in.Body)
	return answer(replayedView{count}, err)
}

type deliveriesInput struct {
	OrgID  string `path:"orgId"`
	ID     string `path:"webhookId" maxLength:"64"`
	State  string `query:"state" enum:"waiting,sent,given_up"`
	Before int64  `query:"before" minimum:"0" doc:"Those with lower ids: the next page"`
}

type deliveriesView struct {
	Deliveries []Delivery `json:"Deliveries" nullable:"false"`
	More       bool       `json:"more" doc:"Whether there are older ones"`
}

func (s *Service) getDeliveries(ctx context.Context, in *deliveriesInput) (*output[deliveriesView], error) {
	list, err := s.Deliveries(ctx, in.ID, Asked{State: in.State, Before: in.Before})
	return answer(deliveriesView{list, len(list) == pageOf}, err)
}

type deliveryInput struct {
	OrgID    string `path:"orgId"`
	ID       string `path:"webhookId" maxLength:"64"`
	Delivery string `path:"deliveryId" maxLength:"20"`
}

func (s *Service) getDelivery(ctx context.Context, in *deliveryInput) (*output[Whole], error) {
	seq, err := strconv.ParseInt(in.Delivery, 10, 64)
	if err != nil {
		seq = 0 // which none has
	}
	return answer(s.Delivery(ctx, in.ID, seq))
}
