package webhooks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// Why a webhook was paused by the host.
const (
	PausedFailing = "failing" // its receiver failed again and again
	PausedGone    = "gone"    // its receiver says that it is gone for ever (410)
	PausedMaker   = "maker"   // whoever saved it last is disabled, gone, or may not have webhooks any more
	PausedSecret  = "secret"  // its secret cannot be read: the host has another key
)

// Webhook is one as it is listed.
type Webhook struct {
	ID           string     `db:"id" json:"id"`
	URL          string     `db:"url" json:"url"`
	Description  string     `db:"description" json:"description"`
	Kinds        []string   `db:"kinds" json:"kinds" nullable:"false"`
	Group        string     `db:"group_id" json:"group" doc:"Sees this group and those below; empty: what its maker sees"`
	Enabled      bool       `db:"enabled" json:"enabled"`
	Paused       string     `db:"paused" json:"paused" enum:",failing,gone,maker,secret" doc:"Why the host paused it; empty: it did not"`
	PausedAt     *time.Time `db:"paused_at" json:"paused_at,omitempty"`
	Failures     int        `db:"failures" json:"failures" doc:"Attempts that failed since the last one that did not"`
	FailingSince *time.Time `db:"failing_since" json:"failing_since,omitempty"`
	MadeBy       string     `db:"made_by" json:"made_by" doc:"E-mail address of who saved it last: it is sent what that user may see"`
	CreatedAt    time.Time  `db:"created_at" json:"created_date"`
	Version      int64      `db:"version" json:"version"`
	Waiting      int        `db:"waiting" json:"waiting" doc:"Deliveries that are still to be sent"`
	SentAt       *time.Time `db:"sent_at" json:"last_sent,omitempty"`
}

const webhookColumns = `w.id::text AS id, w.url, w.description, w.kinds, w.group_id, w.enabled, w.paused, w.paused_at, w.failures, w.failing_since, COALESCE(a.email, '') AS made_by, w.created_at, w.version,
	(SELECT count(*) FROM outrider.webhook_delivery d WHERE d.webhook_id = w.id AND d.next_at IS NOT NULL) AS waiting,
	(SELECT d.done_at FROM outrider.webhook_delivery d WHERE d.webhook_id = w.id AND d.state = 'sent' ORDER BY d.seq DESC LIMIT 1) AS sent_at
	FROM outrider.webhook w LEFT JOIN outrider.account a ON a.id = w.made_by `

// seen are the webhooks of an organisation that a caller may look at: their own, and with the whole organisation in sight everybody's, since what was sent can be read. $1 to $3 are
// inSight's.
const seen = `WHERE w.org_id = $1 AND ($2 OR w.made_by = $3) `

func inSight(c web.CallerInfo) []any { return []any{c.OrgID, c.Scope.All, c.UserID} }

// List lists the webhooks that the caller may look at, the newest first.
func (s *Service) List(ctx context.Context) ([]Webhook, error) {
	c := web.Caller(ctx)
	rows, err := s.Pool.Query(ctx, `SELECT `+webhookColumns+seen+`ORDER BY w.created_at DESC, w.id`, inSight(c)...)
	if err != nil {
		return nil, fmt.Errorf("list the webhooks of %s: %w", c.OrgID, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Webhook])
	if err != nil {
		return nil, fmt.Errorf("list the webhooks of %s: %w", c.OrgID, err)
	}
	return list, nil
}

// find is one webhook that the caller may look at. Fault: not_found.
func (s *Service) find(ctx context.Context, id string) (Webhook, error) {
	c := web.Caller(ctx)
	rows, err := s.Pool.Query(ctx, `SELECT `+webhookColumns+seen+`AND w.id::text = $4`, append(inSight(c), id)...)
	if err != nil {
		return Webhook{}, fmt.Errorf("find a webhook of %s: %w", c.OrgID, err)
	}
	w, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Webhook])
	if errors.Is(err, pgx.ErrNoRows) {
		return Webhook{}, fault.New(fault.NotFound, "There is no such webhook.")
	}
	if err != nil {
		return Webhook{}, fmt.Errorf("find a webhook of %s: %w", c.OrgID, err)
	}
	return w, nil
}

// KindView is a kind of events as people choose it.
type KindView struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Allowed     bool   `json:"allowed" doc:"Whether the caller may have them sent"`
}

// Choices are the kinds that plugins offer in the caller's organisation.
func (s *Service) Choices(ctx context.Context) ([]KindView, error) {
	grant, err := s.grant(ctx)
	if err != nil {
		return nil, err
	}
	list := []KindView{}
	for _, k := range s.Kinds() {
		if k.Module && !slices.Contains(grant.Modules, k.Plugin) {
			continue
		}
		language := texts.Of(grant.Locale)
		list = append(list, KindView{
			ID: k.ID, Title: k.Title.In(language), Description: k.Description.In(language), Allowed: grant.Allowed(k.Permission),
		})
	}
	return list, nil
}

// grant is what the caller may now.
func (s *Service) grant(ctx context.Context) (*access.Grant, error) {
	c := web.Caller(ctx)
	return s.Decider.Decide(ctx, access.Subject{UserID: c.UserID, OrgID: c.OrgID, SessionID: c.SessionID}, c.OrgID)
}

func wrong(location, message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: message})
}
