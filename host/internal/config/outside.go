package config

import (
	"errors"
	"time"
)

// hstsMost is as long as browsers may be told to keep to TLS.
const hstsMost = 2 * 365 * 24 * time.Hour

// tlsKeys are how the host reaches parts that run elsewhere.
func tlsKeys() []Key {
	keys := []Key{duration("http.hsts", "8760h0m0s", "How long browsers that came by TLS insist on it (Strict-Transport-Security); 0 tells them nothing.", 0, hstsMost,
		func(c *Config) *time.Duration { return &c.HTTP.HSTS })}
	for _, part := range []struct {
		name, what, who string
		field           func(*Config) *ClientTLS
	}{
		{"postgres", "the external Postgres", "hosts and plugins show", func(c *Config) *ClientTLS { return &c.Postgres.TLS }},
		{"nats", "the external NATS", "hosts and plugins show", func(c *Config) *ClientTLS { return &c.NATS.TLS }},
		{"keto", "the external Keto", "hosts and plugins show", func(c *Config) *ClientTLS { return &c.Keto.TLS }},
		{"smtp", "the mail server", "hosts show", func(c *Config) *ClientTLS { return &c.Mail.TLS }},
	} {
		keys = append(keys,
			text(part.name+".tls.ca", "", "PEM file with the authorities that the certificate of "+part.what+" is checked against; it switches TLS with full checks on.", file,
				func(c *Config) *string { return &part.field(c).CA }),
			text(part.name+".tls.cert", "", "PEM file with the certificate that "+part.who+" to "+part.what+".", file,
				func(c *Config) *string { return &part.field(c).Cert }),
			text(part.name+".tls.key", "", "PEM file with the private key of that certificate.", file,
				func(c *Config) *string { return &part.field(c).Key }),
		)
	}
	return keys
}

// outsideKeys are sites beside the product.
func outsideKeys() []Key {
	return []Key{
		text("sign_in.site", "", "Where people go after logout, and who is not signed in or whose session is refused; empty: the product's own sign-in page, which `/sign-in` is in any case.", webURL, func(c *Config) *string { return &c.SignIn.Site }),
		text("sign_in.go_site", "", "The same for sessions with the service `go`, those of the driver app.", webURL, func(c *Config) *string { return &c.SignIn.GoSite }),
		text("links.help", "", "Site of the help; empty: shown without one.", webURL, func(c *Config) *string { return &c.Links.Help }),
		text("links.driver_hours", "", "Site of driver hours, for organisations with the service `driverHours`; empty: shown without one.", webURL, func(c *Config) *string { return &c.Links.DriverHours }),
		text("links.telematics", "", "Site of the telematics product; empty: shown without one.", webURL, func(c *Config) *string { return &c.Links.Telematics }),
		text("links.safety_centre", "", "Site of the safety centre, for organisations with the service `safetyCentre`; empty: shown without one.", webURL, func(c *Config) *string { return &c.Links.SafetyCentre }),
		text("links.assets", "", "Site of the assets product; empty: shown without one.", webURL, func(c *Config) *string { return &c.Links.Assets }),
	}
}

// Map is the links by the names that the shell knows, without those that are not set.
func (l Links) Map() map[string]string {
	all := map[string]string{"help": l.Help, "driverHours": l.DriverHours, "telematics": l.Telematics, "safetyCentre": l.SafetyCentre, "assets": l.Assets}
	for name, address := range all {
		if address == "" {
			delete(all, name)
		}
	}
	return all
}

// clientTLS refuses certificates for parts that run within the host.
func (l *loader) clientTLS() {
	c := l.config
	for _, part := range []struct {
		name, url string
		tls       ClientTLS
	}{{"postgres", c.Postgres.URL, c.Postgres.TLS}, {"nats", c.NATS.URL, c.NATS.TLS}, {"keto", c.Keto.ReadURL, c.Keto.TLS}, {"smtp", c.Mail.URL, c.Mail.TLS}} {
		if part.tls.Set() && part.url == "" {
			l.problem(part.name+".tls", errors.New("is for an external server: set its URL too"))
		}
	}
}
