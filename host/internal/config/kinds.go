package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// check refuses a value with a sentence that says what would be right.
type check func(value string) error

func text(name, def, doc string, ok check, field func(*Config) *string) Key {
	return Key{
		Name: name, Default: def, Doc: doc,
		get: func(c *Config) string { return *field(c) },
		set: func(c *Config, v string) error {
			*field(c) = v
			return ok(v)
		},
	}
}

func secret(k Key) Key {
	k.Secret = true
	return k
}

func number(name, def, doc string, ok func(int) error, field func(*Config) *int) Key {
	return Key{
		Name: name, Default: def, Doc: doc,
		get: func(c *Config) string { return strconv.Itoa(*field(c)) },
		set: func(c *Config, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil {
				return fmt.Errorf("%q is not a whole number", v)
			}
			*field(c) = n
			return ok(n)
		},
	}
}

func flag(name, def, doc string, field func(*Config) *bool) Key {
	return Key{
		Name: name, Default: def, Doc: doc,
		get: func(c *Config) string { return strconv.FormatBool(*field(c)) },
		set: func(c *Config, v string) error {
			b, err := strconv.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%q is neither true nor false", v)
			}
			*field(c) = b
			return nil
		},
	}
}

func bytesKey(name, def, doc string, field func(*Config) *int64) Key {
	return Key{
		Name: name, Default: def, Doc: doc,
		get: func(c *Config) string { return formatBytes(*field(c)) },
		set: func(c *Config, v string) error {
			n, err := parseBytes(v)
			*field(c) = n
			return err
		},
	}
}

func duration(name, def, doc string, least, most time.Duration, field func(*Config) *time.Duration) Key {
	return Key{
		Name: name, Default: def, Doc: doc,
		get: func(c *Config) string { return field(c).String() },
		set: func(c *Config, v string) error {
			d, err := time.ParseDuration(v)
			if err != nil {
				return fmt.Errorf("%q is not a duration such as 5s", v)
			}
			if d < least || d > most {
				return fmt.Errorf("%s is not between %s and %s", v, least, most)
			}
			*field(c) = d
			return nil
		},
	}
}

func prefixes(name, def, doc string, field func(*Config) *[]netip.Prefix) Key {
	return Key{
		Name: name, Default: def, Doc: doc,
		get: func(c *Config) string {
			var all []string
			for _, p := range *field(c) {
				all = append(all, p.String())
			}
			return strings.Join(all, ",")
		},
		set: func(c *Config, v string) error {
			*field(c) = nil
			var problems []error
			for part := range strings.SplitSeq(v, ",") {
				if part = strings.TrimSpace(part); part == "" {
					continue
				}
				p, err := parsePrefix(part)
				if err != nil {
					problems = append(problems, fmt.Errorf("%q is neither an address nor a network", part))
					continue
				}
				*field(c) = append(*field(c), p)
			}
			return errors.Join(problems...)
		},
	}
}

func parsePrefix(s string) (netip.Prefix, error) {
	if strings.Contains(s, "/") {
		return netip.ParsePrefix(s)
	}
	a, err := netip.ParseAddr(s)
	if err != nil {
		return netip.Prefix{}, err
	}
	return netip.PrefixFrom(a, a.BitLen()), nil
}

func anything(string) error { return nil }

func required(v string) error {
	if v == "" {
		return errors.New("must not be empty")
	}
	return nil
}

func address(v string) error {
	_, p, err := net.SplitHostPort(v)
	if err != nil {
		return fmt.Errorf("%q is not host:port", v)
	}
	n, err := strconv.Atoi(p)
	if err != nil {
		return fmt.Errorf("%q has no port in digits", v)
	}
	return port(n)
}

func port(n int) error {
	if n < 0 || n > 65535 {
		return fmt.Errorf("%d is not a port (0 to 65535)", n)
	}
	return nil
}

func file(v string) error {
	if v == "" {
		return nil
	}
	f, err := os.Open(v)
	if err != nil {
		return err
	}
	return f.Close()
}

func webURL(v string) error { return urlOf("http", "https")(v) }

// urlOf never repeats the value in its error: it may hold a password.
func urlOf(schemes ...string) check {
	return func(v string) error {
		if v == "" {
			return nil
		}
		u, err := url.Parse(v)
		if err != nil || !slices.Contains(schemes, u.Scheme) {
			return fmt.Errorf("is not a URL that begins with %s://", strings.Join(schemes, ":// or "))
		}
		return nil
	}
}

// urlsOf takes several URLs, separated by commas.
func urlsOf(schemes ...string) check {
	one := urlOf(schemes...)
	return func(v string) error {
		for part := range strings.SplitSeq(v, ",") {
			if err := one(strings.TrimSpace(part)); err != nil {
				return err
			}
		}
		return nil
	}
}

func replicas(n int) error {
	if n != 1 && n != 3 && n != 5 {
		return fmt.Errorf("%d is not 1, 3 or 5", n)
	}
	return nil
}

// udpPorts is "auto", "off", or the first of four ports.
func udpPorts(v string) error {
	if v == "auto" || v == "off" {
		return nil
	}
	if n, err := strconv.Atoi(v); err != nil || n < 2 || n > 65532 || n%2 != 0 {
		return fmt.Errorf("%q is not auto, off or an even port, with three more after it", v)
	}
	return nil
}

func oneOf(values ...string) check {
	return func(v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("%q is not one of %s", v, strings.Join(values, ", "))
		}
		return nil
	}
}

var units = []struct {
	name string
	size int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"", 1}}

func parseBytes(v string) (int64, error) {
	for _, u := range units {
		digits, found := strings.CutSuffix(v, u.name)
		if !found {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n <= 0 || n > (1<<62)/u.size {
			break
		}
		return n * u.size, nil
	}
	return 0, fmt.Errorf("%q is not a size such as 512MiB or 2GiB", v)
}

func formatBytes(n int64) string {
	for _, u := range units {
		if n >= u.size && n%u.size == 0 {
			return strconv.FormatInt(n/u.size, 10) + u.name
		}
	}
	return strconv.FormatInt(n, 10)
}

func notNegative(n int) error {
	if n < 0 {
		return fmt.Errorf("%d is less than none", n)
	}
	return nil
}

func positive(n int) error {
	if n < 1 {
		return fmt.Errorf("%d is less than one", n)
	}
	return nil
}

func percent(n int) error {
	if n < 1 || n > 100 {
		return fmt.Errorf("%d is not from 1 to 100", n)
	}
	return nil
}
