package config

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// SignIn is how people come in beside the product's own sign-in page, and where they go when they leave.
type SignIn struct {
	Site    string // where signing out leads; empty: the product's own page
	GoSite  string // the same for sessions of the driver app; empty: Site
	Issuers map[string]Issuer
}

// Issuer is another site that signs people in by OpenID Connect.
type Issuer struct {
	URL, Name, ClientID, ClientSecret, CA string
	Scopes                                []string
	Organisations                         []string // whose accounts it may vouch for; empty: all
	AccountClaim                          string   // names the account's e-mail address
	Create                                bool     // makes an account for somebody unknown
	Organisation                          string   // of accounts that it makes
	RoleClaim, GroupClaim                 string
	Roles, Groups                         map[string]string // value of the claim to role, to group id
	SecondStep                            []string          // values of the claims amr and acr; empty: mfa
	FollowRoles                           string            // empty: the claim counts for new accounts alone; FollowOrKeep, FollowOrRefuse
}

// What becomes of somebody at sign-in from whose claims no role follows.
const (
	FollowOrKeep   = "keep"   // the role stays as it is
	FollowOrRefuse = "refuse" // they are not signed in
)

// IssuerKey is one row of the table of an issuer's keys: sign_in.issuers.<id>.<name>.
type IssuerKey struct {
	Name, Doc string
	secret    bool
	set       func(i *Issuer, value string) error
	get       func(i *Issuer) string
}

// IssuerKeys is the table of every key of an issuer, in the order in which it is documented.
func IssuerKeys() []IssuerKey {
	secretKey := issuerText("client_secret", "Secret of the product there; empty for a public client. PKCE is used either way.", anything, func(i *Issuer) *string { return &i.ClientSecret })
	secretKey.secret = true
	return []IssuerKey{
		issuerText("url", "Issuer, as its tokens spell it: https, or http on this machine. Discovery, keys and end of session come from there.", issuerURL, func(i *Issuer) *string { return &i.URL }),
		issuerText("name", "What the button on the sign-in page calls it; the id when empty.", anything, func(i *Issuer) *string { return &i.Name }),
		issuerText("client_id", "Id of the product there.", required, func(i *Issuer) *string { return &i.ClientID }),
		secretKey,
		issuerText("ca", "PEM file with the authorities that its certificate is checked against; the system's when empty.", file, func(i *Issuer) *string { return &i.CA }),
		issuerList("scopes", "What is asked for; `openid email profile` when empty.", func(i *Issuer) *[]string { return &i.Scopes }),
		issuerList("organisations", "Ids of the organisations whose accounts it may sign in; all when empty.", func(i *Issuer) *[]string { return &i.Organisations }),
		issuerText("account_claim", "Claim with the e-mail address of the account; when empty `email`, which then must be verified.", anything, func(i *Issuer) *string { return &i.AccountClaim }),
		{
			Name: "create", Doc: "`true` makes an account for somebody who has none, if a role follows from the claims.",
			get: func(i *Issuer) string { return strconv.FormatBool(i.Create) },
			set: func(i *Issuer, v string) (err error) { i.Create, err = strconv.ParseBool(v); return err },
		},
		issuerText("organisation", "Id of the organisation of accounts that it makes.", anything, func(i *Issuer) *string { return &i.Organisation }),
		issuerText("role_claim", "Claim, a text or a list, that the role of a new account follows from.", anything, func(i *Issuer) *string { return &i.RoleClaim }),
		issuerMap("roles", "`value=ROLE` pairs, of given roles (none of support) or an organisation's own by their names; the first that matches wins; `*` matches everybody.", func(i *Issuer) *map[string]string { return &i.Roles }),
		issuerText("follow_roles", "Empty: `roles` count for new accounts alone. `keep` or `refuse`: at each sign-in the account is given the role that follows, of several the most powerful; if none does the role stays, or nobody is signed in.",
			oneOf("", FollowOrKeep, FollowOrRefuse), func(i *Issuer) *string { return &i.FollowRoles }),
		issuerList("second_step", "Values of the claims `amr` and `acr` that say that the issuer has asked for a second step, so that it is not asked for here where a role needs one; `mfa` when empty, `*`: it always does.",
			func(i *Issuer) *[]string { return &i.SecondStep }),
		issuerText("group_claim", "Claim, a text or a list, that the group of a new account follows from.", anything, func(i *Issuer) *string { return &i.GroupClaim }),
		issuerMap("groups", "`value=group id` pairs; without a match the organisation's root group.", func(i *Issuer) *map[string]string { return &i.Groups }),
	}
}

func issuerText(name, doc string, ok check, field func(*Issuer) *string) IssuerKey {
	return IssuerKey{
		Name: name, Doc: doc, get: func(i *Issuer) string { return *field(i) },
		set: func(i *Issuer, v string) error { *field(i) = v; return ok(v) },
	}
}

func issuerList(name, doc string, field func(*Issuer) *[]string) IssuerKey {
	return IssuerKey{
		Name: name, Doc: doc, get: func(i *Issuer) string { return strings.Join(*field(i), ",") },
		set: func(i *Issuer, v string) error {
			*field(i) = strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
			return nil
		},
	}
}

func issuerMap(name, doc string, field func(*Issuer) *map[string]string) IssuerKey {
	return IssuerKey{
		Name: name, Doc: doc,
		get: func(i *Issuer) string {
			var all []string
			for _, key := range slices.Sorted(maps.Keys(*field(i))) {
				all = append(all, key+"="+(*field(i))[key])
			}
			return strings.Join(all, ",")
		},
		set: func(i *Issuer, v string) error {
			pairs := map[string]string{}
			for part := range strings.SplitSeq(v, ",") {
				from, to, found := strings.Cut(strings.TrimSpace(part), "=")
				if !found || from == "" || to == "" {
					return fmt.Errorf("%q is not value=meaning", part)
				}
				pairs[from] = to
			}
			*field(i) = pairs
			return nil
		},
	}
}

// issuerURL refuses an issuer that anybody on the way could speak for.
func issuerURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("is not the URL of an issuer")
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()) {
		return nil
	}
	if u.Scheme != "https" {
		return errors.New("must begin with https://")
	}
	return nil
}

var issuerName = regexp.MustCompile(`^sign_in\.issuers\.([a-z][a-z0-9]*)\.([a-z_]+)$`)

// setIssuer takes a key of an issuer; it reports whether it is one.
func (l *loader) setIssuer(where, name, value string) bool {
	m := issuerName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	at := slices.IndexFunc(IssuerKeys(), func(k IssuerKey) bool { return k.Name == m[2] })
	if at < 0 {
		return false
	}
	if l.config.SignIn.Issuers == nil {
		l.config.SignIn.Issuers = map[string]Issuer{}
	}
	issuer := l.config.SignIn.Issuers[m[1]]
	if err := IssuerKeys()[at].set(&issuer, value); err != nil {
		l.problem(where, err)
	}
	l.config.SignIn.Issuers[m[1]] = issuer
	return true
}

// issuers checks each issuer as a whole, and the address that they send people back to.
func (l *loader) issuers() {
	c := l.config
	if len(c.SignIn.Issuers) > 0 && c.HTTP.PublicURL == "" {
		l.problem("http.public_url", errors.New("must be set with an issuer: it sends people back there"))
	}
	for _, id := range slices.Sorted(maps.Keys(c.SignIn.Issuers)) {
		i := c.SignIn.Issuers[id]
		where := "sign_in.issuers." + id
		if i.URL == "" || i.ClientID == "" {
			l.problem(where, errors.New("needs url and client_id"))
		}
		if i.Create && (i.Organisation == "" || len(i.Roles) == 0) {
			l.problem(where+".create", errors.New("needs organisation and roles"))
		}
		if i.FollowRoles != "" && (len(i.Roles) == 0 || len(i.Organisations) == 0) {
			l.problem(where+".follow_roles", errors.New("needs roles, and organisations whose accounts follow"))
		}
		if i.Create && len(i.Organisations) > 0 && !slices.Contains(i.Organisations, i.Organisation) {
			l.problem(where+".organisation", errors.New("is not among its organisations"))
		}
	}
}

// issuersYAML are the issuers in force, without their secrets.
func (c Config) issuersYAML() string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(c.SignIn.Issuers)) {
		i := c.SignIn.Issuers[id]
		for _, k := range IssuerKeys() {
			if v := k.get(&i); v != "" {
				fmt.Fprintf(&b, "sign_in.issuers.%s.%s: %s\n", id, k.Name, quote(redact(k.secret, v)))
			}
		}
	}
	return b.String()
}

// issuersMarkdown are their rows of the table of docs/operate.md.
func issuersMarkdown() string {
	var b strings.Builder
	for _, k := range IssuerKeys() {
		fmt.Fprintf(&b, "| `sign_in.issuers.<id>.%s` | `OUTRIDER_SIGN_IN_ISSUERS_<ID>_%s` | | %s |\n", k.Name, strings.ToUpper(k.Name), k.Doc)
	}
	return b.String()
}
