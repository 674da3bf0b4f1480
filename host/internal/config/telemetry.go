package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

func telemetryKeys() []Key {
	return []Key{
		text("telemetry.otlp", "", "URL of a collector that takes traces by OTLP over HTTP, `http://collector:4318`. Empty: no traces.", webURL,
			func(c *Config) *string { return &c.Telemetry.OTLP }),
		secret(Key{
			Name: "telemetry.headers", Doc: "Headers that go with them, such as credentials: `name=value`, comma separated.",
			get: func(c *Config) string { return writeHeaders(c.Telemetry.Headers) },
			set: func(c *Config, v string) (err error) {
				c.Telemetry.Headers, err = readHeaders(v)
				return err
			},
		}),
		{
			Name: "telemetry.ratio", Default: "0.1", Doc: "Which part of the requests, events and device messages is traced, from 0 to 1.",
			get: func(c *Config) string { return strconv.FormatFloat(c.Telemetry.Ratio, 'g', -1, 64) },
			set: func(c *Config, v string) error {
				ratio, err := strconv.ParseFloat(v, 64)
				if err != nil || !(ratio >= 0 && ratio <= 1) {
					return fmt.Errorf("%q is not a number from 0 to 1", v)
				}
				c.Telemetry.Ratio = ratio
				return nil
			},
		},
	}
}

// readHeaders never repeats a value in its error: it may be a secret.
func readHeaders(v string) (map[string]string, error) {
	headers := map[string]string{}
	for part := range strings.SplitSeq(v, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(part, "\r\n") {
			return nil, errors.New("is not of the form name=value,name=value")
		}
		headers[name] = strings.TrimSpace(value)
	}
	return headers, nil
}

func writeHeaders(headers map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		all = append(all, name+"="+headers[name])
	}
	return strings.Join(all, ",")
}
