package webhooks

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/outbound"
)

// KindTest is the kind of what is sent to try a webhook.
const KindTest = "test"

// Why an attempt failed.
const (
	problemPrivate  = "private"  // the address lies within a private network
	problemName     = "name"     // nobody knows the name of the address
	problemTLS      = "tls"      // its certificate is not good
	problemTimeout  = "timeout"  // no answer within ten seconds
	problemNetwork  = "network"  // no connection
	problemRedirect = "redirect" // it leads elsewhere, which is not followed
	problemStatus   = "status"   // it answered with an error
	problemHidden   = "hidden"   // the maker does not see it any more
)

// outcome is what became of one attempt.
type outcome struct {
	code    int // of the answer; 0: there was none
	took    time.Duration
	problem string // empty: it was taken
	again   time.Duration
}

// verdict is whether something may be sent.
type verdict int

const (
	mayGo    verdict = iota
	hidden           // the maker does not see it
	noMaker          // there is nobody any more in whose name it could go
	notKnown         // it cannot be judged at the moment
)

// deliver judges, sends and notes one delivery.
func (s *Service) deliver(ctx context.Context, d delivery) {
	judged, err := s.judge(ctx, d)
	if judged == notKnown && ctx.Err() == nil {
		s.Log.Info("a delivery of a webhook cannot be judged at the moment", "webhook", d.WebhookID, "error", err)
	}
	switch judged {
	case hidden:
		err = s.withhold(ctx, d)
	case noMaker:
		err = s.pauseFor(ctx, d, PausedMaker)
	case notKnown:
		err = s.giveBack(ctx, d)
	default:
		err = s.attempt(ctx, d)
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("what became of a delivery of a webhook cannot be noted: it is sent again", "webhook", d.WebhookID, "error", err)
	}
}

// judge asks whether the maker, narrowed to the webhook's group, sees what the event is about.
func (s *Service) judge(ctx context.Context, d delivery) (verdict, error) {
	if d.MakerID == "" {
		return noMaker, nil
	}
	grant, err := s.Decider.DecideFor(ctx, d.MakerID, d.OrgID)
	if err != nil {
		if kind := fault.KindOf(err); kind == fault.SignedOut || kind == fault.NotFound || kind == fault.Denied {
			return noMaker, nil
		}
		return notKnown, err
	}
	if grant.Ignore == access.IgnoreDenyAll || grant.User.HomeOrgID != d.OrgID || !grant.Allowed(Permission) {
		return noMaker, nil
	}
	if d.Kind == KindTest {
		return mayGo, nil
	}
	kinds := s.Kinds()
	at := slices.IndexFunc(kinds, func(k Kind) bool { return k.ID == d.Kind })
	if at < 0 {
		return notKnown, errors.New("no plugin declares " + d.Kind + " at the moment")
	}
	if !grant.Allowed(kinds[at].Permission) {
		return hidden, nil
	}
	path := kinds[at].VisiblePath(func(name string) string {
		if name == "orgId" {
			return url.PathEscape(d.OrgID)
		}
		return url.PathEscape(d.About[name])
	})
	sees, err := s.Sees(ctx, Sight{UserID: d.MakerID, OrgID: d.OrgID, Group: d.Group, Path: path})
	switch {
	case err != nil:
		return notKnown, err
	case !sees:
		return hidden, nil
	default:
		return mayGo, nil
	}
}

// attempt sends one delivery and notes what became of it.
func (s *Service) attempt(ctx context.Context, d delivery) error {
	signing, err := s.open(d.Secret, d.WebhookID)
	if err != nil {
		return s.pauseFor(ctx, d, PausedSecret)
	}
	at := s.Now()
	result := s.send(ctx, d, signing, at)
	if ctx.Err() != nil { // the host stops: whether it was taken is not known
		return s.giveBack(context.WithoutCancel(ctx), d)
	}
	return s.settle(ctx, d, at, result)
}

func (s *Service) send(ctx context.Context, d delivery, signing keys, at time.Time) outcome {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, strings.NewReader(d.Body))
	if err != nil {
		return outcome{problem: problemName}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Outrider-Webhooks/1")
	signing.sign(r.Header, d.EventID, at, d.Body)
	began := time.Now()
	answer, err := s.client.Do(ctx, r)
	result := outcome{code: answer.Status, took: time.Since(began)}
	switch {
	case err != nil && !errors.Is(err, outbound.ErrTooLong):
		result.problem = problemOf(err)
	case answer.Status >= http.StatusMultipleChoices && answer.Status < http.StatusBadRequest:
		result.problem = problemRedirect
	case answer.Status < http.StatusOK || answer.Status >= http.StatusMultipleChoices:
		result.problem = problemStatus
		result.again, _ = time.ParseDuration(answer.Header.Get("Retry-After") + "s")
	}
	return result
}

// problemOf is why there was no answer.
func problemOf(err error) string {
	if errors.Is(err, outbound.ErrPrivate) {
		return problemPrivate
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return problemName
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return problemTLS
	}
	if slow, ok := errors.AsType[net.Error](err); ok && slow.Timeout() {
		return problemTimeout
	}
	return problemNetwork
}

// pauses before the second attempt and those after it.
var pauses = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour}

// pauseAfter is how long to wait after so many attempts: longer each time, up to four hours, or as long as the receiver asks for.
func pauseAfter(attempts int, asked time.Duration) time.Duration {
	pause := pauses[min(max(attempts, 1), len(pauses))-1]
	return min(max(pause, asked), pauses[len(pauses)-1])
}
