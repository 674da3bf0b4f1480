package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"outrider.dev/fleetsim"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

const maxVehicles = 10_000

// command is what the flags ask for.
type command struct {
	options  fleetsim.Options
	duration time.Duration
	ledger   string
	once     string
	level    slog.Level
}

// parse reads the flags. Times are relative to now.
func parse(args []string, out io.Writer, now time.Time) (command, error) {
	var c command
	o := &c.options
	flags := flag.NewFlagSet("fleetsim", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&o.Broker, "broker", "tcp://127.0.0.1:1883", "gateway: tcp://host:port, or tls://host:port")
	devices := flags.String("devices", "", "JSON `file` with the fleet: [{device_id, key, model, vehicle, type, depot, cameras}]")
	count := flags.Int("count", 0, "how many numbered vehicles (1 to 10000) instead of --devices")
	prefix := flags.String("prefix", "sim", "what the ids of numbered vehicles begin with: sim-0001")
	secret := flags.String("secret", "", "secret that the keys of numbered vehicles are derived from")
	flags.Uint64Var(&o.Seed, "seed", 1, "the same seed gives the same positions at the same times")
	flags.DurationVar(&o.Pace.Moving, "rate", 5*time.Second, "time between readings while the ignition is on")
	flags.DurationVar(&o.Pace.Parked, "parked-rate", 30*time.Second, "time between readings while it is off")
	flags.Float64Var(&o.Speedup, "speedup", 1, "how much faster than real time the fleet's clock runs")
	from := flags.String("from", "", "what the fleet's clock shows at first: RFC 3339, or a duration such as -6h; default: now")
	flags.DurationVar(&c.duration, "duration", 0, "stop after so long in real time; 0: at Ctrl-C")
	history := flags.String("history", "", "also send the past, such as 14d or 36h, in late batches")
	flags.StringVar(&c.once, "history-once", "", "send the past once over all starts; this `file` remembers it")
	flags.DurationVar(&o.HistoryPace.Moving, "history-rate", 20*time.Second, "time between readings of the past while the ignition is on")
	flags.DurationVar(&o.HistoryPace.Parked, "history-parked-rate", 10*time.Minute, "time between readings of the past while it is off")
	encrypted := flags.Bool("tls", false, "use TLS; the same as a broker tls://")
	authority := flags.String("tls-ca", "", "PEM `file` with the authority to trust; default: the system's")
	name := flags.String("tls-name", "", "name that the gateway's certificate is for; default: the broker's host")
	flags.StringVar(&o.FFmpeg, "ffmpeg", "", "`program` that encodes the cameras' pictures; default: the system's or the npm package's")
	flags.StringVar(&o.Folder, "recordings", "", "`folder` where recorders keep what is to be uploaded; default: a temporary one")
	flags.Int64Var(&o.Link.BytesPerSecond, "link-bytes", 0, "how many bytes a second each device uploads; 0: no limit")
	flags.Int64Var(&o.Link.CutAfter, "link-cut", 0, "after how many bytes a transfer breaks off; 0: never")
	flags.StringVar(&c.ledger, "acknowledged", "", "append \"device time_ms\" for every acknowledged sample to this `file`")
	flags.TextVar(&c.level, "log", slog.LevelInfo, "debug, info, warn or error")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	var problems []error
	keep := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	var err error
	o.Fleet, err = fleet(*devices, *count, *prefix, *secret)
	keep(err)
	o.From, err = clock(*from, now)
	keep(err)
	o.History, err = span(*history)
	keep(err)
	o.TLS, err = trust(*authority, *name)
	keep(err)
	o.Zone, err = time.LoadLocation("Europe/London")
	keep(err)
	if *encrypted {
		o.Broker = "tls://" + strings.TrimPrefix(o.Broker, "tcp://")
	}
	keep(c.check(now))
	return c, errors.Join(problems...)
}

func (c command) check(now time.Time) error {
	o := c.options
	for name, pace := range map[string]time.Duration{
		"rate": o.Pace.Moving, "parked-rate": o.Pace.Parked, "history-rate": o.HistoryPace.Moving, "history-parked-rate": o.HistoryPace.Parked,
	} {
		if pace < 100*time.Millisecond || pace > 24*time.Hour {
			return fmt.Errorf("--%s must be from 100ms to 24h", name)
		}
	}
	if o.Speedup < 0.01 || o.Speedup > 10_000 {
		return errors.New("--speedup must be from 0.01 to 10000")
	}
	end := o.From.Add(time.Duration(float64(c.duration) * o.Speedup))
	if o.Speedup > 1 && (c.duration == 0 || end.After(now.Add(device.MaxAhead))) {
		return errors.New("--speedup runs more than 24 h ahead, which a gateway refuses: set --duration, and --from to the past")
	}
	if o.From.Add(-o.History).Before(now.Add(-device.MaxAge)) {
		return errors.New("--from and --history reach back more than 400 days, which a gateway refuses")
	}
	return nil
}

func fleet(file string, count int, prefix, secret string) ([]traffic.Spec, error) {
	switch {
	case (file == "") == (count == 0):
		return nil, errors.New("say either --devices or --count")
	case file == "" && (count < 1 || count > maxVehicles):
		return nil, fmt.Errorf("--count must be from 1 to %d", maxVehicles)
	case file == "" && secret == "":
		return nil, errors.New("--count needs --secret")
	case file == "":
		return fleetsim.Numbered(count, prefix, secret), nil
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the fleet: %w", err)
	}
	var specs []traffic.Spec
	if err := json.Unmarshal(raw, &specs); err != nil {
		return nil, fmt.Errorf("read the fleet from %s: %w", file, err)
	}
	for i, s := range specs {
		if s.DeviceID == "" || s.Key == "" {
			return nil, fmt.Errorf("%s: entry %d has no device_id or no key", file, i)
		}
	}
	if len(specs) == 0 || len(specs) > maxVehicles {
		return nil, fmt.Errorf("%s: a fleet has 1 to %d vehicles, not %d", file, maxVehicles, len(specs))
	}
	return specs, nil
}

func clock(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return now, nil
	}
	if offset, err := time.ParseDuration(text); err == nil {
		return now.Add(offset), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("--from %q is neither RFC 3339 nor a duration", text)
	}
	return at, nil
}

// span reads a duration that may be in days.
func span(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseFloat(days, 64); err == nil && n >= 0 && n <= 400 {
			return time.Duration(n * 24 * float64(time.Hour)), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("--history %q is no duration such as 14d or 36h", text)
	}
	return d, nil
}

func trust(file, name string) (*tls.Config, error) {
	if strings.HasPrefix(name, "*.") {
		name = "any" + name[1:]
	}
	if file == "" && name == "" {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: name}
	if file == "" {
		return config, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the authority: %w", err)
	}
	config.RootCAs = x509.NewCertPool()
	if !config.RootCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate", file)
	}
	return config, nil
}
