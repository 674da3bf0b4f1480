package streams

import (
	"encoding/json"
	"slices"
	"strings"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/sdk/plugin/manifest"
)

// hostAccount is the account of the hosts, with the streams, in an external server.
const hostAccount = "OUTRIDER"

// Config is what an external server's configuration includes: an account for the host, whose user is the one in the URL, and one for each of these plugins,
// from which its services alone lead out, as in the embedded server.
func (a *Access) Config(manifests []manifest.Manifest) (string, error) {
	host, err := userIn(a.url)
	if err != nil {
		return "", err
	}
	password, _ := host.Password()
	accounts, exports := map[string]any{}, []map[string]any{}
	who := map[embedded.NATSService][]string{}
	for _, m := range manifests {
		p, name := Permissions(m), userOf(m.ID)
		imports := []map[string]any{}
		for _, s := range append(services(m), embedded.NATSNowhere) {
			imports = append(imports, map[string]any{"service": map[string]any{"account": hostAccount, "subject": s.To}, "to": s.From})
			exported := embedded.NATSService{To: s.To, Many: s.Many}
			who[exported] = append(who[exported], name)
		}
		accounts[name] = map[string]any{
			"users": []map[string]any{{
				"user": name, "password": a.password(m.ID), "permissions": map[string]any{"publish": p.Publish.Allow, "subscribe": p.Subscribe.Allow},
			}},
			"imports": imports,
		}
	}
	for s, names := range who {
		kind := "singleton"
		if s.Many {
			kind = "stream"
		}
		slices.Sort(names)
		exports = append(exports, map[string]any{"service": s.To, "response_type": kind, "response_threshold": embedded.NATSRepliesWithin.String(), "accounts": names})
	}
	slices.SortFunc(exports, func(a, b map[string]any) int { return strings.Compare(a["service"].(string), b["service"].(string)) })
	accounts[hostAccount] = map[string]any{
		"jetstream": true, "users": []map[string]any{{"user": host.Username(), "password": password}}, "exports": exports,
	}
	accounts["SYS"] = map[string]any{}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // NATS reads JSON, but not \u003e, which would stand for the > of subjects
	encoder.SetIndent("", "  ")
	err = encoder.Encode(map[string]any{"max_payload": MaxPayload, "accounts": accounts, "system_account": "SYS"})
	return text.String(), err
}
