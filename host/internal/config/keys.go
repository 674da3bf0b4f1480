package config

import (
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Key is one row of the table of configuration keys.
type Key struct {
	Name    string // "http.address" in the file
	Default string
	Doc     string // one sentence, shown in docs/operate.md and in the default file
	Secret  bool   // never printed
	set     func(c *Config, value string) error
	get     func(c *Config) string
}

// Env is the variable that overrides the key: http.address is OUTRIDER_HTTP_ADDRESS.
func (k Key) Env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

const envPrefix = "OUTRIDER_"

// Keys is the table of every key, in the order in which it is documented.
func Keys() []Key {
	return slices.Concat(hostKeys(), partKeys(), tlsKeys(), productKeys(), outsideKeys(), telemetryKeys(), connectionKeys())
}

func hostKeys() []Key {
	return []Key{
		text("http.address", ":8080", "Address that browsers and API clients connect to, `host:port`.", address,
			func(c *Config) *string { return &c.HTTP.Address }),
		text("http.tls.cert", "", "PEM file with the certificate chain of the HTTP listener; with `http.tls.key` it switches TLS on.", file,
			func(c *Config) *string { return &c.HTTP.TLSCert }),
		text("http.tls.key", "", "PEM file with the private key of the HTTP listener.", file,
			func(c *Config) *string { return &c.HTTP.TLSKey }),
		prefixes("http.trusted_proxies", "", "Addresses or networks (`10.0.0.0/8`), comma separated, whose X-Forwarded-* headers and, on the devices' ports, PROXY protocol are believed. Nobody's by default.",
			func(c *Config) *[]netip.Prefix { return &c.HTTP.TrustedProxies }),
		text("http.public_url", "", "URL under which people reach this host, for links in mails and for cookies; derived from `http.address` when empty.", webURL,
			func(c *Config) *string { return &c.HTTP.PublicURL }),
		text("data_dir", "var", "Folder for everything that must survive: database, streams, media, secrets.", required,
			func(c *Config) *string { return &c.DataDir }),
		bytesKey("disk.reserve", "1GiB", "What stays free on the disk of the data folder, at most a tenth of it: below it new work is refused, and below twice as much there is a warning.",
			func(c *Config) *int64 { return &c.DiskReserve }),
		text("plugins_dir", "build/plugins", "Folder with one folder for each installed plugin.", required,
			func(c *Config) *string { return &c.PluginsDir }),
		text("web_dir", "build/web", "Folder with the built shell and sign-in page.", required,
			func(c *Config) *string { return &c.WebDir }),
		secret(text("settings.secret", "", "Text from which the keys are derived that encrypt secrets which organisations set for plugins, those of authenticator apps, and those that sign webhooks. Hosts on one database need the same. Empty: one in the data folder.", anything,
			func(c *Config) *string { return &c.SettingsSecret })),
		number("api_keys.requests_per_second", "50", "How many requests a second an API key may send to this host, and ten times as many at once after a pause; 0 is no bound.", notNegative,
			func(c *Config) *int { return &c.KeyRequests }),
		prefixes("webhooks.allow_networks", "", "Private addresses or networks (`10.0.0.0/8`), comma separated, that webhooks may send to; then they may use plain HTTP, too. None by default.",
			func(c *Config) *[]netip.Prefix { return &c.WebhookNetworks }),
		text("log.level", "info", "Least severe line that is logged: debug, info, warn or error.", oneOf("debug", "info", "warn", "error"),
			func(c *Config) *string { return &c.Log.Level }),
		text("log.format", "text", "Form of log lines: text or json.", oneOf("text", "json"),
			func(c *Config) *string { return &c.Log.Format }),
		number("audit.keep_days", "400", "How many days the audit log goes back; 0 keeps everything.", notNegative,
			func(c *Config) *int { return &c.Audit.KeepDays }),
		flag("audit.sync", "false", "Write every record of the audit log to the disk before its call goes on: survives loss of power too.",
			func(c *Config) *bool { return &c.Audit.Sync }),
	}
}

func partKeys() []Key {
	return []Key{
		secret(text("postgres.url", "", "URL of an external Postgres 16 or newer; its role needs CREATEROLE and must own the database. Empty: the embedded one.",
			urlOf("postgres", "postgresql"), func(c *Config) *string { return &c.Postgres.URL })),
		number("postgres.port", "0", "Loopback port of the embedded Postgres; 0 takes a free one and keeps to it.", port,
			func(c *Config) *int { return &c.Postgres.Port }),
		text("postgres.binaries", "", "Folder with bin, lib and share of Postgres for the embedded one; empty: the npm package in node_modules.", anything,
			func(c *Config) *string { return &c.Postgres.Binaries }),
		text("postgres.os_user", "nobody", "Operating system user that runs the embedded Postgres when the host itself is root, which Postgres refuses.", required,
			func(c *Config) *string { return &c.Postgres.OSUser }),
		secret(text("nats.url", "", "URL of an external NATS with JetStream, with the host's user in it; of a cluster several, comma separated. Empty: the embedded one.",
			urlsOf("nats", "tls"), func(c *Config) *string { return &c.NATS.URL })),
		secret(text("nats.plugin_secret", "", "Secret from which the passwords of the plugins' users in an external NATS are derived; `outrider nats-users` prints its configuration.",
			anything, func(c *Config) *string { return &c.NATS.PluginSecret })),
		number("nats.port", "0", "Loopback port of the embedded NATS; 0 takes a free one and keeps to it.", port,
			func(c *Config) *int { return &c.NATS.Port }),
		flag("nats.sync_always", "false", "Write every message to the disk before it is acknowledged: survives loss of power too, at a fraction of the speed.",
			func(c *Config) *bool { return &c.NATS.SyncAlways }),
		bytesKey("nats.telemetry_bytes", "2GiB", "Most that unhandled telemetry may take; past it devices are refused, and nothing is dropped.",
			func(c *Config) *int64 { return &c.NATS.TelemetrySize }),
		bytesKey("nats.events_bytes", "1GiB", "Most that each of the other streams may take.",
			func(c *Config) *int64 { return &c.NATS.EventsSize }),
		number("nats.plugin_messages", "2000", "How many messages a second a plugin may publish, ten times that at once; what devices send is bounded apart.", positive,
			func(c *Config) *int { return &c.NATS.PluginMessages }),
		bytesKey("nats.plugin_bytes", "8MiB", "How much a plugin may publish each second.",
			func(c *Config) *int64 { return &c.NATS.PluginBytes }),
		number("nats.plugin_percent", "50", "Most of a stream, in percent, that one plugin publishes into it within a week.", percent,
			func(c *Config) *int { return &c.NATS.PluginPercent }),
		number("nats.replicas", "1", "How many servers of an external NATS cluster keep each stream: 1, 3 or 5. With 3 one may be lost.", replicas,
			func(c *Config) *int { return &c.NATS.Replicas }),
		text("keto.read_url", "", "URL of the read API of an external Ory Keto, on a private network. Empty: the embedded one.", webURL,
			func(c *Config) *string { return &c.Keto.ReadURL }),
		text("keto.write_url", "", "URL of its write API; set together with `keto.read_url`.", webURL,
			func(c *Config) *string { return &c.Keto.WriteURL }),
		text("keto.binary", "build/bin/keto", "The embedded Keto's program.", required,
			func(c *Config) *string { return &c.Keto.Binary }),
	}
}

func productKeys() []Key {
	return []Key{
		secret(text("media.url", "", "Where files are kept: file:///folder or s3://bucket?region=…; empty: media in the data folder.", urlOf("file", "s3"),
			func(c *Config) *string { return &c.MediaURL })),
		secret(text("smtp.url", "", "Mail server, smtp://user:password@host:587 or smtps://…; empty: mails are written to mail in the data folder.", urlOf("smtp", "smtps"),
			func(c *Config) *string { return &c.Mail.URL })),
		text("smtp.from", "Outrider <outrider@localhost>", "Sender of mails.", required,
			func(c *Config) *string { return &c.Mail.From }),
		text("smtp.starttls", "offered", "Mails by smtp:// go by STARTTLS where it is `offered`, or not at all without it: `required`.", oneOf("offered", "required"),
			func(c *Config) *string { return &c.Mail.StartTLS }),
		text("devices.mqtt.address", ":1883", "Address that devices connect to by MQTT.", address,
			func(c *Config) *string { return &c.MQTT.Address }),
		text("devices.mqtt.tls.cert", "", "PEM file with the certificate chain of the MQTT listener; with its key it switches TLS on.", file,
			func(c *Config) *string { return &c.MQTT.TLSCert }),
		text("devices.mqtt.tls.key", "", "PEM file with the private key of the MQTT listener.", file,
			func(c *Config) *string { return &c.MQTT.TLSKey }),
		text("devices.host", "", "Name under which devices reach this host, for the addresses of streams in commands to them; the name in `http.public_url` when empty, else localhost.", anything,
			func(c *Config) *string { return &c.DevicesHost }),
		text("devices.rtsp.address", ":8554", "Address that devices publish live video to by RTSP.", address,
			func(c *Config) *string { return &c.RTSP.Address }),
		text("devices.rtsp.tls.cert", "", "PEM file with the certificate chain of the RTSP listener; with its key it switches TLS on.", file,
			func(c *Config) *string { return &c.RTSP.TLSCert }),
		text("devices.rtsp.tls.key", "", "PEM file with the private key of the RTSP listener.", file,
			func(c *Config) *string { return &c.RTSP.TLSKey }),
		text("devices.rtsp.udp", "auto", "First of the four UDP ports that devices may send live video to, an even one; `auto`: those two above the RTSP port, where they are free, for devices of private networks (of the others a router mostly changes the ports); `off`: for none. Who may not sends within the RTSP connection.", udpPorts,
			func(c *Config) *string { return &c.RTSPUDP }),
		text("map.streets", "", "Street map: path or https address of a .pmtiles file in the scheme of Protomaps, from which browsers draw streets; it goes before `map.tiles_url`. Empty: none.", anything,
			func(c *Config) *string { return &c.Map.Streets }),
		text("map.tiles_url", "", "Template of the map's tiles, https://…/{z}/{x}/{y}.png; empty: the base map that comes with the product.", webURL,
			func(c *Config) *string { return &c.Map.TilesURL }),
		text("map.satellite_url", "", "Template of the satellite view's tiles; empty: the view is not offered.", webURL,
			func(c *Config) *string { return &c.Map.SatelliteURL }),
		text("map.attribution", "", "Credit line of the tiles, shown on the map.", anything,
			func(c *Config) *string { return &c.Map.Attribution }),
		text("push.mode", "live", "How browsers learn of changes: live by the push connection, or poll every 30 s.", oneOf("live", "poll"),
			func(c *Config) *string { return &c.Push.Mode }),
		number("push.most_vehicles", "0", "From how many vehicles on a browser asks for their presence every 30 s in the place of having it pushed; 0: it is always pushed.", notNegative,
			func(c *Config) *int { return &c.Push.MostVehicles }),
		duration("access.stale_after", "5s", "How old the snapshot of access decisions may grow before everyone is denied, at most 60s.", time.Second, time.Minute,
			func(c *Config) *time.Duration { return &c.StaleAfter }),
		duration("sessions.lifetime", "720h", "How long a session lasts in all, however often it is renewed; then one signs in again. At least 1h, at most 8760h.", time.Hour, 8760*time.Hour,
			func(c *Config) *time.Duration { return &c.SessionLifetime }),
	}
}
