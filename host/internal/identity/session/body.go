package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// protection tells requests of other sites' pages by what the browser says of them: Sec-Fetch-Site, else Origin. Programs say neither.
func protection(publicURL string) *http.CrossOriginProtection {
	p := http.NewCrossOriginProtection()
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		_ = p.AddTrustedOrigin(strings.ToLower(u.Scheme + "://" + u.Host)) // what it refuses is no origin, and nothing comes from it
	}
	return p
}

// ofThisSite refuses what another site's page sends: a form over there could sign somebody in as somebody else, without any cookie.
func (a *API) ofThisSite(r *http.Request) error {
	if err := a.sameSite.Check(r); err != nil {
		return fault.Wrap(fault.Denied, err, "This request comes from another site.")
	}
	return nil
}

// readJSON reads a body that says that it is JSON: what forms can send is not taken.
func readJSON(r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return &web.Problem{Type: "about:blank", Status: http.StatusUnsupportedMediaType, Kind: fault.Invalid, Title: "The request body has to be application/json."}
	}
	body, err := io.ReadAll(r.Body)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return &web.Problem{Type: "about:blank", Status: http.StatusRequestEntityTooLarge, Kind: fault.Invalid, Title: "The request is too large."}
	}
	if err != nil {
		return notJSON()
	}
	err = json.NewDecoder(bytes.NewReader(body)).Decode(into)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		location := "body"
		if wrong.Field != "" {
			location += "." + wrong.Field
		}
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "does not fit its type"})
	}
	if err != nil {
		return notJSON()
	}
	return web.CheckJSON(body)
}

func notJSON() error {
	return &web.Problem{Type: "about:blank", Status: http.StatusBadRequest, Kind: fault.Invalid, Title: "The request body is not JSON."}
}
