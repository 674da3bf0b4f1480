package web

import (
	"context"
	"net/http"

	"outrider.dev/sdk/texts"
)

const acceptLanguage = "Accept-Language"

// Language is the language in which the caller of ctx reads: what the request asks for, else what a person has chosen; "" is English.
func Language(ctx context.Context) string { return languageOf(ctx) }

// languageOf is the language in which the caller of ctx reads refusals: what the request asks for, else what a person has chosen. "" is English: programs
// that ask for nothing read what is documented.
func languageOf(ctx context.Context) string {
	r := requestOf(ctx)
	if asked := texts.Accepted(r.accepts); asked != "" || r.caller.APIKey != "" {
		return asked
	}
	return texts.Accepted(r.caller.Locale)
}

// Say is a sentence that the code has in English, in the language of the caller of ctx, as far as its translation is known.
func Say(ctx context.Context, sentence string) string { return texts.In(languageOf(ctx), sentence) }

// SayOfDevice is why something went wrong: in the language of the caller of ctx where the reason is known, otherwise quoted as words of the device.
func SayOfDevice(ctx context.Context, reason string) string {
	return texts.OfDevice(languageOf(ctx), reason)
}

// languageOfRequest is languageOf where the request may have come past the router.
func languageOfRequest(r *http.Request) string {
	if known := languageOf(r.Context()); known != "" {
		return known
	}
	return texts.Accepted(r.Header.Get(acceptLanguage))
}
