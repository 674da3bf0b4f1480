package run

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/outrider/plugins/reports/internal/schedulemail"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/mail"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/web"
)

const (
	maxAttached = 10 << 20            // bytes of the files of one mail; what is larger is a link
	linkLife    = 14 * 24 * time.Hour // of such a link
)

var errNobody = fault.New(fault.Invalid, "no_recipients")

// deliver hands the mails of a run over, each once: its key is the run, the address and how often it was sent.
func (w *Workers) deliver(ctx context.Context, r *Run) error {
	if len(r.Mails) == 0 {
		var err error
		if r.Mails, err = w.addressees(ctx, *r); err != nil {
			return err
		}
		if err := w.Store.keepAddressees(ctx, *r); err != nil {
			return err
		}
	}
	if len(r.Mails) == 0 {
		return errNobody
	}
	attached, links, err := w.attach(ctx, *r)
	if err != nil {
		return err
	}
	organisation, err := w.organisation(ctx, r.OrgID)
	if err != nil {
		return err
	}
	said := w.MailWriter.Report(schedulemail.Report{
		Language: r.Locale, Name: r.Name, Organisation: organisation, From: r.From, To: r.To, Zone: r.Zone, Rows: r.Rows, Links: links, Attached: len(attached) > 0,
	})
	for i := range r.Mails {
		m := &r.Mails[i]
		if m.Generation != r.Generation || m.State != Waiting {
			continue
		}
		_, err := w.Mail.Send(ctx, mail.Message{
			Key: r.mailKey(*m), OrgID: r.OrgID, To: m.Email, Subject: said.Subject, Text: said.Text, HTML: said.HTML, Attachments: attached,
		})
		switch {
		case fault.KindOf(err) == fault.Invalid: // no address of a mail
			m.State, m.Problem = Refused, reasonOf(err)
		case err != nil:
			return err
		}
	}
	return nil
}

// addressees are who is told now: contacts know who is meant, each address once.
func (w *Workers) addressees(ctx context.Context, r Run) (mails []Mail, err error) {
	var found struct {
		Recipients []struct {
			People []struct{ Name, Email string }
		}
	}
	asked := struct {
		Recipients []events.Recipient `json:"recipients"`
	}{r.Recipients}
	err = w.Host.Call(web.AsPlugin(ctx, r.OrgID), http.MethodPost, "/api/org/"+r.OrgID+"/contacts/resolve", asked, &found)
	if err != nil {
		return nil, fmt.Errorf("find the recipients of run %s: %w", r.ID, err)
	}
	for _, one := range found.Recipients {
		for _, p := range one.People {
			mails = append(mails, Mail{Name: p.Name, Email: p.Email, State: Waiting, Generation: r.Generation})
		}
	}
	return mails, nil
}

// attach is what mails take along, and links to all files; what is too large for a mail has a link alone.
func (w *Workers) attach(ctx context.Context, r Run) (attached []mail.Attachment, links []schedulemail.Link, err error) {
	left := int64(maxAttached)
	for _, f := range r.Files {
		fits := f.Bytes <= left
		if fits {
			left -= f.Bytes
			attached = append(attached, mail.Attachment{Name: r.stored(f.Format), FileName: f.Name, ContentType: document.ContentType(f.Format)})
		}
		path, expires, err := w.Media.Link(ctx, r.OrgID, r.stored(f.Format), media.LinkOptions{ContentType: document.ContentType(f.Format), FileName: f.Name, Life: linkLife, Mailed: true})
		if err != nil {
			return nil, nil, err
		}
		links = append(links, schedulemail.Link{Name: f.Name, Path: path, Expires: expires, Attached: fits})
	}
	return attached, links, nil
}

func (w *Workers) organisation(ctx context.Context, id string) (string, error) {
	all, err := w.Host.Organisations(ctx)
	if err != nil {
		return "", fmt.Errorf("find the organisation: %w", err)
	}
	for _, o := range all {
		if o.ID == id {
			return o.Name, nil
		}
	}
	return "", nil
}

// tellFailed tells the creator that a run is over without its mails.
func (w *Workers) tellFailed(ctx context.Context, r Run, reason string, paused bool) error {
	return w.tell(ctx, r, fmt.Sprintf("run-%s-failed-%d", r.ID, r.Generation), w.MailWriter.Failed(schedulemail.Failed{
		Language: r.Locale, Name: r.Name, From: r.From, To: r.To, Zone: r.Zone, Reason: reason, Paused: paused,
	}))
}

// tellRefused tells the creator which addresses mail servers refused.
func (w *Workers) tellRefused(ctx context.Context, r Run) error {
	var refused []string
	for _, m := range r.Mails {
		if m.State == Refused && m.Generation == r.Generation && !strings.EqualFold(m.Email, r.Email) {
			refused = append(refused, m.Email+": "+m.Problem)
		}
	}
	if len(refused) == 0 {
		return nil
	}
	return w.tell(ctx, r, fmt.Sprintf("run-%s-refused-%d", r.ID, r.Generation), w.MailWriter.Refused(schedulemail.Refused{Language: r.Locale, Name: r.Name, From: r.From, To: r.To, Zone: r.Zone, Refused: refused}))
}

func (w *Workers) tell(ctx context.Context, r Run, key string, said schedulemail.Message) error {
	if r.Email == "" {
		return nil
	}
	_, err := w.Mail.Send(ctx, mail.Message{Key: key, OrgID: r.OrgID, To: r.Email, Subject: said.Subject, Text: said.Text, HTML: said.HTML})
	if kind := fault.KindOf(err); kind == fault.Invalid || kind == fault.NotFound {
		w.Log.Warn("the creator of a schedule cannot be told", "org", r.OrgID, "run", r.ID, "error", err.Error())
		return nil
	}
	return err
}
