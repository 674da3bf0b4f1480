package outbound_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/outbound"
)

func client(allow ...netip.Prefix) *outbound.Client {
	return outbound.New(outbound.Options{Timeout: 2 * time.Second, MaxBytes: 1000, Allow: allow})
}

var loopback = netip.MustParsePrefix("127.0.0.0/8")

func ask(t *testing.T, c *outbound.Client, address string) (outbound.Answer, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.Do(t.Context(), r)
}

func TestClient_RefusesPrivateAddresses(t *testing.T) {
	for _, address := range []string{
		"https://127.0.0.1/", "https://169.254.169.254/latest/meta-data", "https://10.1.2.3/", "https://192.168.0.1/", "https://172.16.0.1/", "https://[::1]/", "https://[fe80::1]/", "https://[fc00::1]/",
		"https://[::ffff:10.0.0.1]/", "https://100.64.0.1/", "https://0.0.0.0/", "https://224.0.0.1/", "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/",
	} {
		if _, err := ask(t, client(), address); !errors.Is(err, outbound.ErrPrivate) {
			t.Errorf("%s: %v", address, err)
		}
	}
	// A name is looked at when it is connected to, so that it may stand for whatever it likes.
	if _, err := ask(t, client(), "https://localhost/"); !errors.Is(err, outbound.ErrPrivate) {
		t.Errorf("a name of this machine: %v", err)
	}
	for address, want := range map[string]string{"http://example.com/": "https://", "ftp://example.com/": "site", "https://a:b@example.com/": "password", "example": "site"} {
		if err := client().Check(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestClient_FollowsNoRedirectAndBoundsAnswers(t *testing.T) {
	var reached bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, "http://127.0.0.1:1/reached", http.StatusFound)
		case "/reached":
			reached = true
		case "/long":
			_, _ = w.Write(make([]byte, 2000))
		case "/slow":
			<-r.Context().Done()
		default:
			_, _ = w.Write([]byte("fine"))
		}
	}))
	defer server.Close()
	c := client(loopback)
	if answer, err := ask(t, c, server.URL); err != nil || string(answer.Body) != "fine" {
		t.Errorf("an allowed network: %v", err)
	}
	if answer, err := ask(t, c, server.URL+"/away"); err != nil || answer.Status != http.StatusFound || reached {
		t.Errorf("a redirect: %d, %v", answer.Status, err)
	}
	if _, err := ask(t, c, server.URL+"/long"); !errors.Is(err, outbound.ErrTooLong) {
		t.Errorf("a long answer: %v", err)
	}
	impatient := outbound.New(outbound.Options{Timeout: 50 * time.Millisecond, MaxBytes: 10, Allow: []netip.Prefix{loopback}})
	if _, err := ask(t, impatient, server.URL+"/slow"); err == nil {
		t.Error("a slow answer is waited for")
	}
}

func TestParseNetworks(t *testing.T) {
	list, err := outbound.ParseNetworks("10.0.0.0/8, ::1,")
	if err != nil || len(list) != 2 || list[1].Bits() != 128 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := outbound.ParseNetworks("here"); err == nil {
		t.Error("a word is a network")
	}
}
