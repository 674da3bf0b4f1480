package session

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity/twostep"
)

// Shapes are what the operations take and answer that the sign-in page asks for, by method and path.
func Shapes() map[string]edge.Shape {
	return map[string]edge.Shape{
		"POST /api/auth/sign-in":                   {Body: signInBody{}, Answer: signedIn{}},
		"POST /api/auth/second-step":               {Body: secondStepBody{}, Answer: TokenAnswer{}},
		"POST /api/auth/second-step/enrol":         {Body: ticketBody{}, Answer: twostep.Enrolment{}},
		"POST /api/auth/second-step/enrol/confirm": {Body: enrolledBody{}, Answer: enrolledAnswer{}},
		"POST /api/auth/passkey/begin":             {Body: passkeyBody{}, Answer: Asked{}},
		"POST /api/auth/passkey":                   {Body: credentialBody{}, Answer: TokenAnswer{}},
		"POST /api/auth/refresh":                   {Answer: TokenAnswer{}},
		"GET /api/auth/first-administrator":        {Query: []string{"setup"}, Answer: openAnswer{}},
		"POST /api/auth/first-administrator":       {Body: setUpBody{}, Answer: TokenAnswer{}},
		"POST /api/auth/forgotten-password":        {Body: requestResetBody{}},
		"POST /api/auth/reset-password":            {Body: resetBody{}, Answer: signedIn{}},
		"GET /api/auth/invite":                     {Query: []string{"token"}, Answer: Invited{}},
		"POST /api/auth/invite":                    {Body: acceptBody{}, Answer: signedIn{}},
	}
}

type signInBody struct {
	Email    *string `json:"email"`
	Password *string `json:"password"`
	OrgID    string  `json:"org_id,omitempty"`
}

type secondStepBody struct {
	Ticket   *string `json:"ticket"`
	Code     string  `json:"code,omitempty" doc:"Of the app, or a recovery code"`
	Recovery string  `json:"recovery_code,omitempty" doc:"The same as a recovery code in code"`
}

type ticketBody struct {
	Ticket *string `json:"ticket"`
}

type enrolledBody struct {
	Ticket *string `json:"ticket"`
	Code   *string `json:"code"`
}

type passkeyBody struct {
	Ticket string `json:"ticket,omitempty" doc:"Of the first step; without one the passkey signs in by itself"`
}

// credentialBody is the answer of an authenticator, as PublicKeyCredential.toJSON writes it.
type credentialBody struct {
	Ticket     *string         `json:"ticket"`
	Name       string          `json:"name,omitempty" doc:"Of a new passkey"`
	Credential json.RawMessage `json:"credential"`
}

type openAnswer struct {
	Open bool `json:"open"`
}

type setUpBody struct {
	Setup string `json:"setup" doc:"Of the one-time link"`
	FirstAdministrator
}

type requestResetBody struct {
	Email *string `json:"email"`
}

type resetBody struct {
	Token    *string `json:"token" doc:"Of the mailed link"`
	Password *string `json:"password"`
}

type acceptBody struct {
	Token string `json:"token" doc:"Of the mailed link"`
	Acceptance
}

// TokenAnswer is what a signed-in browser gets beside the cookie.
type TokenAnswer struct {
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type"`
	ExpiresIn   int    `json:"expires_in" doc:"Seconds"`
	OrgID       string `json:"org_id" doc:"The organisation that the token acts in"`
}

// RecoveryAnswer is the only time that recovery codes are readable; none: the account has some already.
type RecoveryAnswer struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

type enrolledAnswer struct {
	TokenAnswer
	RecoveryAnswer
}

// signedIn is what a first step answers: tokens, or which step comes next.
type signedIn struct{}

// Schema implements huma.SchemaProvider.
func (signedIn) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[TokenAnswer](), true, ""), r.Schema(reflect.TypeFor[NextStep](), true, "")}}
}
