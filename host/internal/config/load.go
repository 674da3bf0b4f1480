package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// DefaultFile is read when it exists and no other file is named.
const DefaultFile = "outrider.yaml"

// Load reads file (empty: DefaultFile if there is one), then environ (as os.Environ gives it). It reports every problem at
// once, so that an operator mends the configuration in one round.
func Load(file string, environ []string) (Config, error) {
	c := Config{Plugins: map[string]map[string]string{}}
	l := loader{config: &c, keys: map[string]Key{}}
	for _, k := range Keys() {
		l.keys[k.Name] = k
		if err := k.set(&c, k.Default); err != nil {
			l.problem(k.Name, err)
		}
	}
	l.file(file, environ)
	l.environment(environ)
	l.together()
	return c, errors.Join(l.problems...)
}

type loader struct {
	config   *Config
	keys     map[string]Key
	problems []error
}

func (l *loader) problem(where string, err error) {
	l.problems = append(l.problems, fmt.Errorf("%s: %w", where, err))
}

func (l *loader) file(name string, environ []string) {
	optional := false
	if name == "" {
		name = lookup(environ, envPrefix+"CONFIG")
	}
	if name == "" {
		name, optional = DefaultFile, true
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && optional {
		return
	}
	if err != nil {
		l.problems = append(l.problems, err)
		return
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		l.problem(name, err)
		return
	}
	if len(doc.Content) > 0 {
		l.walk(name, "", doc.Content[0])
	}
}

// walk flattens the document into dotted keys; a list is joined by commas.
func (l *loader) walk(file, prefix string, n *yaml.Node) {
	where := fmt.Sprintf("%s:%d: %s", file, n.Line, prefix)
	switch {
	case n.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			l.walk(file, strings.TrimPrefix(prefix+"."+n.Content[i].Value, "."), n.Content[i+1])
		}
	case n.Kind == yaml.SequenceNode:
		var all []string
		for _, item := range n.Content {
			all = append(all, item.Value)
		}
		l.set(where, prefix, strings.Join(all, ","))
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
	case n.Kind == yaml.ScalarNode:
		l.set(where, prefix, n.Value)
	default:
		l.problem(where, errors.New("aliases are not supported"))
	}
}

var pluginKey = regexp.MustCompile(`^plugins\.([a-z][a-z0-9]*)\.([a-z][a-z0-9_.]*)$`)

func (l *loader) set(where, name, value string) {
	if m := pluginKey.FindStringSubmatch(name); m != nil {
		if l.config.Plugins[m[1]] == nil {
			l.config.Plugins[m[1]] = map[string]string{}
		}
		l.config.Plugins[m[1]][m[2]] = value
		return
	}
	if l.setIssuer(where, name, value) {
		return
	}
	k, known := l.keys[name]
	if !known {
		l.problem(where, errors.New("there is no such key"))
		return
	}
	if err := k.set(l.config, value); err != nil {
		l.problem(where, err)
	}
}

// ours are variables with the prefix that are no keys: the file's name, and what tests use.
var ours = regexp.MustCompile(`^OUTRIDER_(CONFIG$|TEST_|PLUGIN$)`)

func (l *loader) environment(environ []string) {
	byEnv := map[string]string{}
	for name, k := range l.keys {
		byEnv[k.Env()] = name
	}
	slices.Sort(environ)
	for _, entry := range environ {
		variable, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(variable, envPrefix) || ours.MatchString(variable) {
			continue
		}
		name, known := byEnv[variable]
		if rest, isPlugin := strings.CutPrefix(variable, envPrefix+"PLUGINS_"); isPlugin && !known {
			name = "plugins." + strings.Replace(strings.ToLower(rest), "_", ".", 1)
		}
		if rest, isIssuer := strings.CutPrefix(variable, envPrefix+"SIGN_IN_ISSUERS_"); isIssuer && !known {
			name = "sign_in.issuers." + strings.Replace(strings.ToLower(rest), "_", ".", 1)
		}
		l.set(variable, name, value)
	}
}

// together checks keys that only make sense in company.
func (l *loader) together() {
	c := l.config
	pairs := []struct{ a, b, aName, bName string }{
		{c.HTTP.TLSCert, c.HTTP.TLSKey, "http.tls.cert", "http.tls.key"},
		{c.MQTT.TLSCert, c.MQTT.TLSKey, "devices.mqtt.tls.cert", "devices.mqtt.tls.key"},
		{c.RTSP.TLSCert, c.RTSP.TLSKey, "devices.rtsp.tls.cert", "devices.rtsp.tls.key"},
		{c.Keto.ReadURL, c.Keto.WriteURL, "keto.read_url", "keto.write_url"},
		{c.Postgres.TLS.Cert, c.Postgres.TLS.Key, "postgres.tls.cert", "postgres.tls.key"},
		{c.NATS.TLS.Cert, c.NATS.TLS.Key, "nats.tls.cert", "nats.tls.key"},
		{c.Keto.TLS.Cert, c.Keto.TLS.Key, "keto.tls.cert", "keto.tls.key"},
		{c.Mail.TLS.Cert, c.Mail.TLS.Key, "smtp.tls.cert", "smtp.tls.key"},
	}
	for _, p := range pairs {
		if (p.a == "") != (p.b == "") {
			l.problem(p.aName, fmt.Errorf("set it together with %s, or neither", p.bName))
		}
	}
	if c.NATS.URL != "" && c.NATS.PluginSecret == "" {
		l.problem("nats.plugin_secret", errors.New("must be set with nats.url"))
	}
	l.clientTLS()
	l.issuers()
}

func lookup(environ []string, name string) string {
	for _, entry := range environ {
		if v, found := strings.CutPrefix(entry, name+"="); found {
			return v
		}
	}
	return ""
}
