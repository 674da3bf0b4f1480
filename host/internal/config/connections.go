package config

import "fmt"

func connectionKeys() []Key {
	const (
		total = "Most connections of the %s listener at a time; 0, or more than there are descriptors for: as many as those allow."
		one   = "Most of them from one address (of IPv6 one /64), without %s; 0: no bound."
	)
	var keys []Key
	for _, l := range []struct {
		prefix, name, except, total, one string
		limits                           func(*Config) *Connections
	}{
		{"http", "HTTP", "push connections", "20000", "1000", func(c *Config) *Connections { return &c.HTTP.Limits }},
		{"devices.mqtt", "MQTT", "devices that have said their key", "50000", "200", func(c *Config) *Connections { return &c.MQTT.Limits }},
		{"devices.rtsp", "RTSP", "devices that publish", "5000", "200", func(c *Config) *Connections { return &c.RTSP.Limits }},
	} {
		keys = append(keys,
			number(l.prefix+".connections", l.total, fmt.Sprintf(total, l.name), notNegative, func(c *Config) *int { return &l.limits(c).Total }),
			number(l.prefix+".connections_per_address", l.one, fmt.Sprintf(one, l.except), notNegative, func(c *Config) *int { return &l.limits(c).PerAddress }))
	}
	return keys
}
