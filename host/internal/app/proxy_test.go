package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/hosttest"
)

// What the limits of sign-in count and the session remembers is the client's address: the last one that no trusted proxy has.
func TestRun_BelievesTrustedProxiesAlone(t *testing.T) {
	for name, c := range map[string]struct {
		trusted, address string
		secure           bool
	}{
		"nobody":        {"", "127.0.0.1", false},
		"another proxy": {"10.0.0.0/8", "127.0.0.1", false},
		"this proxy":    {"127.0.0.1", "203.0.113.7", true},
		"two in a row":  {"127.0.0.0/8,203.0.113.7", "198.51.100.1", true},
	} {
		t.Run(name, func(t *testing.T) {
			database := hosttest.DatabaseURL(t)
			r := launch(t, true, &http.Client{Transport: &http.Transport{}}, "OUTRIDER_POSTGRES_URL="+database, "OUTRIDER_HTTP_TRUSTED_PROXIES="+c.trusted)
			answer, _ := r.signIn(http.Header{
				"X-Forwarded-For": {"192.0.2.99, 198.51.100.1", "203.0.113.7"}, "X-Forwarded-Proto": {"https"}, "X-Real-Ip": {"192.0.2.1"},
			})
			if got := strings.Contains(answer.Header.Get("Set-Cookie"), "; Secure"); got != c.secure {
				t.Errorf("the cookie is Secure: %v, want %v", got, c.secure)
			}
			connection, err := pgx.Connect(t.Context(), database)
			if err != nil {
				t.Fatal(err)
			}
			defer connection.Close(t.Context())
			var address string
			if err := connection.QueryRow(t.Context(), `SELECT address FROM outrider.session WHERE user_agent <> '' ORDER BY created_at DESC LIMIT 1`).Scan(&address); err != nil {
				t.Fatal(err)
			}
			if address != c.address {
				t.Errorf("the session remembers address %s, want %s", address, c.address)
			}
		})
	}
}
