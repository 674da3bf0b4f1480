package main

import (
	"archive/zip"
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"outrider.dev/sdk/plugintest"
)

// TestDataOfOrganisation downloads all data of an organisation as the page does, by a link that is support's alone, no other link, and over with the session that it was made in.
func TestDataOfOrganisation(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../vehicles"))
	const request = "POST /api/org/alpha/data/link"
	for _, role := range plugintest.Roles {
		want := http.StatusForbidden
		if slices.Contains([]string{"SYS_ADMIN", "SUPPORT_ADMIN"}, role) {
			want = http.StatusCreated
		}
		if got := h.Do(plugintest.As("alpha", role), request, nil).Status; got != want {
			t.Errorf("%s gets %d instead of %d", role, got, want)
		}
	}
	support := plugintest.As("alpha", "SYS_ADMIN")
	var made struct{ Location string }
	h.Do(support, request, nil).Decode(t, &made)
	answer := h.Do(plugintest.Actor{}, "GET "+made.Location, nil) // as a browser follows a link
	archive, err := zip.NewReader(bytes.NewReader(answer.Body), int64(len(answer.Body)))
	if err != nil {
		t.Fatalf("%d: %v", answer.Status, err)
	}
	if !slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == "data/outrider/account.ndjson" }) || !strings.Contains(answer.Header.Get("Content-Disposition"), "alpha.zip") {
		t.Errorf("the archive is %q with %d files", answer.Header.Get("Content-Disposition"), len(archive.File))
	}
	if got := h.Do(plugintest.Actor{}, "GET /api/media/"+strings.TrimPrefix(made.Location, "/api/organisation-data/"), nil).Status; got != http.StatusForbidden {
		t.Errorf("as a link to a file it gives %d", got)
	}
	if got := h.Do(plugintest.Actor{}, "GET "+made.Location[:len(made.Location)-2]+"xx", nil).Status; got != http.StatusForbidden {
		t.Errorf("another signature gives %d", got)
	}
	var user struct{ ID string }
	h.Do(support, "GET /api/user/"+support.Email(), nil).Decode(t, &user)
	if got := h.Do(support, "POST /api/org/alpha/users/"+user.ID+"/sign-out", nil).Status; got >= http.StatusBadRequest {
		t.Fatalf("sign out: %d", got)
	}
	plugintest.Eventually(t, "the link outlives its session", func() bool {
		return h.Do(plugintest.Actor{}, "GET "+made.Location, nil).Status == http.StatusForbidden
	})
}
