package plugins

import (
	"net/url"
	"regexp"
	"strings"
	"sync"

	"outrider.dev/sdk/plugin/environment"
)

const hidden = "•••"

var (
	secretName = regexp.MustCompile(`(?i)(password|passwd|secret|token|authorization|cookie|credential|capability|api_?key|private_?key|^key$|device_?key)`)
	secretText = regexp.MustCompile(`(?i)(bearer\s+)[A-Za-z0-9._~+/=-]{8,}` + // access tokens in headers
		`|\b(eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.)[A-Za-z0-9_-]+` + // and alone
		`|(://[^\s:/@]*:)[^\s@/]+@` + // passwords in addresses
		`|((?:password|passwd|secret|token|api_?key|capability)["']?\s*[=:]\s*["']?)[^\s"',}&]+`)
)

// redactor takes secrets out of a plugin's log: what looks like one, and the very values that the host gave to the plugin.
type redactor struct {
	mu    sync.RWMutex
	known *strings.Replacer
}

func newRedactor() *redactor { return &redactor{known: strings.NewReplacer()} }

// learn takes the secrets of the environment that the next process runs with.
func (r *redactor) learn(e environment.Environment) {
	secrets := []string{e.NATSPassword}
	if u, err := url.Parse(e.DatabaseURL); err == nil && u.User != nil {
		password, _ := u.User.Password()
		secrets = append(secrets, password)
	}
	for name, value := range e.Settings {
		if secretName.MatchString(name) || strings.HasSuffix(name, ".key") {
			secrets = append(secrets, value)
		}
	}
	var pairs []string
	for _, secret := range secrets {
		if len(secret) >= 6 {
			pairs = append(pairs, secret, hidden)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = strings.NewReplacer(pairs...)
}

// value is an attribute's text.
func (r *redactor) value(name, text string) string {
	if secretName.MatchString(name) {
		return hidden
	}
	return r.text(text)
}

func (r *redactor) text(text string) string {
	r.mu.RLock()
	known := r.known
	r.mu.RUnlock()
	return secretText.ReplaceAllStringFunc(known.Replace(text), func(match string) string {
		parts := secretText.FindStringSubmatch(match)
		kept := strings.Join(parts[1:], "")
		if strings.HasSuffix(match, "@") {
			return kept + hidden + "@"
		}
		return kept + hidden
	})
}
