package mailing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/mail"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

const (
	lookEvery   = 5 * time.Second
	gap         = 15 * time.Minute // between two mails of one address
	urgentGap   = time.Minute      // after which a collision does not wait any longer
	perLook     = 100
	freshFor    = 10 * time.Minute // organisations are known
	maxReadBack = 5_000            // alerts of one mail that are read
)

// Sender hands mails over, each key once.
type Sender interface {
	Send(ctx context.Context, m mail.Message) (queued bool, err error)
}

// Alerts reads alerts.
type Alerts interface {
	ByID(ctx context.Context, orgID string, ids []string) ([]alert.Alert, error)
}

// Host is the part of plugin.Host that is used.
type Host interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
	rules.Granter
}

// Digest makes mails of what is queued: the first alert of an address at once, what comes within the next 15 minutes together.
type Digest struct {
	store  *Store
	sender Sender
	alerts Alerts
	host   Host
	writer *Writer
	log    *slog.Logger

	known map[string]plugin.Organisation
	asked time.Time
}

// NewDigest returns a post; Run does its work.
func NewDigest(s *Store, sender Sender, alerts Alerts, host Host, writer *Writer, log *slog.Logger) *Digest {
	return &Digest{store: s, sender: sender, alerts: alerts, host: host, writer: writer, log: log}
}

// Run sends mails until ctx ends. Several processes may run it.
func (p *Digest) Run(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		if err := p.look(ctx); err != nil && ctx.Err() == nil {
			p.log.Warn("mails about alerts wait", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		case <-p.store.wake:
		}
	}
}

type addressee struct {
	OrgID     string
	Recipient string
}

// look sends the mails that are due. One that cannot be sent does not hold up the others.
func (p *Digest) look(ctx context.Context) error {
	var due []addressee
	now := p.store.now().UnixMilli()
	err := p.store.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		due, err = store.Rows[addressee](tx, `SELECT l.org_id, l.recipient FROM alerts.mail_line l LEFT JOIN alerts.mail_recipient r ON r.org_id = l.org_id AND r.recipient = l.recipient
			GROUP BY l.org_id, l.recipient HAVING bool_or(l.batch > 0) OR coalesce(max(r.last_ms), 0) + CASE WHEN bool_or(l.urgent) THEN ?::bigint ELSE ?::bigint END <= ?
			ORDER BY min(l.at_ms) LIMIT ?`, urgentGap.Milliseconds(), gap.Milliseconds(), now, perLook)
		return err
	})
	if err != nil {
		return fmt.Errorf("look for mails: %w", err)
	}
	var failed error
	for _, a := range due {
		if err := p.send(ctx, a); err != nil {
			failed = fmt.Errorf("mail about alerts of %s: %w", a.OrgID, err)
		}
	}
	return failed
}

// send makes one mail of what waits for an address, hands it over and forgets it. A mail that was handed over and not forgotten is handed over again under the same
// key, which the host sends once.
func (p *Digest) send(ctx context.Context, a addressee) error {
	batch, waiting, err := p.store.gather(ctx, a)
	if err != nil || len(waiting) == 0 {
		return err
	}
	lines, err := p.lines(ctx, a.OrgID, waiting)
	if err != nil {
		return err
	}
	if len(lines) > 0 {
		letter, err := p.letter(ctx, a, lines)
		if err != nil {
			return err
		}
		_, err = p.sender.Send(ctx, mail.Message{Key: keyOf(a.Recipient, batch), OrgID: a.OrgID, To: a.Recipient, Subject: letter.Subject, Text: letter.Text, HTML: letter.HTML})
		switch kind := fault.KindOf(err); {
		case kind == fault.Invalid:
			p.log.Warn("a mail about alerts cannot be one", "org", a.OrgID, "error", err.Error())
		case err != nil:
			return err
		}
	}
	return p.store.forget(ctx, a, batch)
}

// keyOf names a mail; the host sees no address in it.
func keyOf(recipient string, batch int64) string {
	sum := sha256.Sum256([]byte(recipient))
	return fmt.Sprintf("alerts-%s-%d", hex.EncodeToString(sum[:16]), batch)
}

// lines are the alerts of a mail, the newest first. What a rule asks for is left out when its user may not hear of it any more.
func (p *Digest) lines(ctx context.Context, orgID string, waiting []queued) ([]Line, error) {
	asked, users, ids := map[string]queued{}, []string(nil), make([]string, len(waiting))
	for i, q := range waiting {
		ids[i], asked[q.AlertID] = q.AlertID, q
		if q.UserID != "" && !slices.Contains(users, q.UserID) {
			users = append(users, q.UserID)
		}
	}
	audience, err := rules.AudienceOf(ctx, p.host, orgID, users)
	if err != nil {
		return nil, err
	}
	found, err := p.alerts.ByID(ctx, orgID, ids)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, one := range found {
		if q := asked[one.ID]; q.UserID == "" || audience.Hears(q.UserID, one) {
			lines = append(lines, Line{Alert: one, Rule: q.Why})
		}
	}
	return lines, nil
}

func (p *Digest) letter(ctx context.Context, a addressee, lines []Line) (Message, error) {
	org, err := p.organisation(ctx, a.OrgID)
	if err != nil {
		return Message{}, err
	}
	reader, err := p.store.reader(ctx, a, org)
	if err != nil {
		return Message{}, err
	}
	return p.writer.Write(reader, org.Name, lines)
}

func (p *Digest) organisation(ctx context.Context, id string) (plugin.Organisation, error) {
	now := p.store.now()
	if found, ok := p.known[id]; ok && now.Sub(p.asked) < freshFor {
		return found, nil
	}
	list, err := p.host.Organisations(ctx)
	if err != nil {
		return plugin.Organisation{}, fmt.Errorf("list organisations: %w", err)
	}
	p.asked, p.known = now, map[string]plugin.Organisation{}
	for _, o := range list {
		p.known[o.ID] = o
	}
	return p.known[id], nil
}
