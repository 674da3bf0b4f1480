package oidc

import (
	"errors"
	"fmt"
)

// Reason is why a hand-over failed, as the sign-in page is told: ?reason=….
type Reason string

// The reasons.
const (
	Expired      Reason = "handover-expired"      // it took too long, came back twice, or began in another browser
	Refused      Reason = "handover-refused"      // the issuer says no
	Untrusted    Reason = "handover-untrusted"    // what came back does not hold
	Unverified   Reason = "handover-unverified"   // the e-mail address is not verified there
	NoAccount    Reason = "handover-no-account"   // nobody here is meant, or not by this issuer
	Organisation Reason = "handover-organisation" // may not enter the organisation that was asked for
	Unreachable  Reason = "handover-unreachable"  // the issuer does not answer
	TooMany      Reason = "handover-too-many"     // beyond the limits of attempts
	Broken       Reason = "handover-broken"       // our own side
)

// refusal is an error with its reason; the cause is for the log only.
type refusal struct {
	reason Reason
	cause  error
}

func (r *refusal) Error() string { return fmt.Sprintf("%s: %v", r.reason, r.cause) }
func (r *refusal) Unwrap() error { return r.cause }

func refuse(reason Reason, format string, args ...any) error {
	return &refusal{reason, fmt.Errorf(format, args...)}
}

// ReasonOf is the reason of an error; Broken for one that has none.
func ReasonOf(err error) Reason {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.reason
	}
	return Broken
}
