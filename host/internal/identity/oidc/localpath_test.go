package oidc_test

import (
	"testing"

	"outrider.dev/outrider/host/internal/identity/oidc"
)

func TestLocalPath(t *testing.T) {
	for _, own := range []string{"/", "/alerts", "/alerts/", "/map?vehicle=v1&at=//x#top", "/vehicles/caf%C3%A9", "/files?name=a%5Cb"} {
		if got := oidc.LocalPath(own); got != own {
			t.Errorf("%q leads to %q, want the page itself", own, got)
		}
	}
	for _, elsewhere := range []string{
		"", "alerts", "https://evil.test", "https:evil.test", "javascript:alert(1)", "//evil.test", "///evil.test", "/\\evil.test", "\\\\evil.test", "/\\/evil.test",
		"/\t/evil.test", "\t//evil.test", "/\n/evil.test", "/\r/evil.test", "/\x00/evil.test", "/\x0b/evil.test", "/\x7f/evil.test", "/\u0085/evil.test", "/ /evil.test",
		"/.//evil.test", "/..//evil.test", "/a/..//evil.test", "/%2f/evil.test", "/%2e%2f/evil.test", "/%5cevil.test", "/./\\evil.test", "//user@evil.test/", "/\xff/x",
		"/a//evil.test", "/sign-in", "/sign-in?next=/x", "/./sign-in", "/api/auth/handover", "/x/../api/auth/handover",
	} {
		if got := oidc.LocalPath(elsewhere); got != "/" {
			t.Errorf("%q leads to %q, want the first page", elsewhere, got)
		}
	}
}
