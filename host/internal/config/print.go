package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// DefaultYAML is a file that sets nothing: every key with its default and its explanation, commented out.
func DefaultYAML() string {
	var b strings.Builder
	b.WriteString("# Configuration of Outrider. A variable of the environment overrides a key: http.address is OUTRIDER_HTTP_ADDRESS.\n")
	for _, k := range Keys() {
		fmt.Fprintf(&b, "\n# %s\n# %s: %s\n", k.Doc, k.Name, quote(k.Default))
	}
	for _, k := range IssuerKeys() {
		fmt.Fprintf(&b, "\n# %s\n# sign_in.issuers.<id>.%s: \"\"\n", k.Doc, k.Name)
	}
	b.WriteString("\n# Settings of one plugin; its README lists them.\n# plugins.<id>.<key>: \"\"\n")
	return b.String()
}

// YAML is the configuration in force, without its secrets.
func (c Config) YAML() string {
	var b strings.Builder
	for _, k := range Keys() {
		fmt.Fprintf(&b, "%s: %s\n", k.Name, quote(redact(k.Secret, k.get(&c))))
	}
	b.WriteString(c.issuersYAML())
	for _, id := range slices.Sorted(maps.Keys(c.Plugins)) {
		for _, key := range slices.Sorted(maps.Keys(c.Plugins[id])) {
			fmt.Fprintf(&b, "plugins.%s.%s: %s\n", id, key, quote(redact(secretName.MatchString(key), c.Plugins[id][key])))
		}
	}
	return b.String()
}

// Markdown is the table of docs/operate.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| key | variable | default | meaning |\n|---|---|---|---|\n")
	for _, k := range Keys() {
		def := "`" + k.Default + "`"
		if k.Default == "" {
			def = ""
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", k.Name, k.Env(), def, k.Doc)
	}
	b.WriteString(issuersMarkdown())
	b.WriteString("| `plugins.<id>.<key>` | `OUTRIDER_PLUGINS_<ID>_<KEY>` | | A setting of one plugin; its README lists them. |\n")
	return b.String()
}

var secretName = regexp.MustCompile(`key|secret|password|token|url`)

func redact(secret bool, value string) string {
	if secret && value != "" {
		return "(set, not shown)"
	}
	return value
}

func quote(v string) string { return fmt.Sprintf("%q", v) }
