package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/config"
)

// startFleet sets the demonstration's vehicles going: a process that speaks the devices' protocol from outside, like theirs. Without a
// gateway, or without the program beside the host's own, there is nothing to set going.
func (h *host) startFleet(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	program := filepath.Join(filepath.Dir(self), "fleetsim")
	if _, err := os.Stat(program); err != nil || !h.listensTo("devices.mqtt") {
		fmt.Fprintln(h.Out, "    none: there is no gateway, or no fleetsim beside the host's program")
		return nil
	}
	devices, err := h.writeFleet(ctx)
	if err != nil {
		return err
	}
	arguments, err := fleetArguments(h.Config.MQTT, devices)
	if err != nil {
		return err
	}
	history, err := h.history()
	if err != nil {
		return err
	}
	arguments = append(append(arguments, history...), "-recordings", filepath.Join(h.parts.DataDir, "recorders"))
	fleet, err := child.Start(ctx, h.parts.Spawner, child.Spec{
		Name: "fleetsim",
		Command: func() (*exec.Cmd, error) {
			cmd := exec.Command(program, arguments...)
			cmd.Env = []string{"TZ=UTC", "PATH=" + os.Getenv("PATH")}
			child.Attributes(cmd, nil, syscall.SIGKILL)
			return cmd, nil
		},
		Ready:       func(context.Context) error { return nil }, // its vehicles come one by one
		ReadyWithin: 5 * time.Second, StopSignal: syscall.SIGTERM, StopWithin: 3 * time.Second, Log: h.Log,
		Level: fleetLevel,
	})
	if err != nil {
		return err
	}
	h.onStop(fleet.Stop)
	return nil
}

// fleetLevel shows how the vehicles' past comes along; the rest of what they say is for those who look for it.
func fleetLevel(line string) slog.Level {
	if strings.Contains(line, "msg=history ") {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// listensTo reports whether a plugin has the listener of that configuration.
func (h *host) listensTo(config string) bool {
	for _, s := range h.plugins.Statuses() {
		p, known := h.plugins.Package(s.ID)
		if !known {
			continue
		}
		for _, l := range p.Manifest.Listeners {
			if l.Config == config {
				return true
			}
		}
	}
	return false
}

// fleetArguments are how fleetsim reaches the listener on this machine. By TLS it trusts the listener's own certificate, whoever has
// signed it, and asks for the name that stands in it.
func fleetArguments(listener config.Listener, devices string) ([]string, error) {
	broker, err := localURL(listener.Address, listener.TLS())
	if err != nil || !listener.TLS() {
		return []string{"-broker", broker, "-devices", devices}, err
	}
	pair, err := tls.LoadX509KeyPair(listener.TLSCert, listener.TLSKey)
	if err != nil {
		return nil, err
	}
	var name string
	switch leaf := pair.Leaf; {
	case len(leaf.DNSNames) > 0:
		name = leaf.DNSNames[0]
	case len(leaf.IPAddresses) > 0:
		name = leaf.IPAddresses[0].String()
	}
	return []string{"-broker", broker, "-devices", devices, "-tls-ca", listener.TLSCert, "-tls-name", name}, nil
}

// demoHistory is how much past the demonstration has.
const demoHistory = "14d"

// mostHistoryDays is how far back a gateway takes readings.
const mostHistoryDays = 400

// historyArguments have the vehicles bring their past along, once a data folder and beside their live readings, so that reports have
// something to show. The configuration plugins.vehicles.demo_history says how much: 14d, 36h, or a number of days; 0 is none. note is the file that remembers
// how much they have sent.
func historyArguments(history, note string) ([]string, error) {
	history = cmp.Or(history, demoHistory)
	if _, err := strconv.Atoi(history); err == nil {
		history += "d"
	}
	days, inDays := strings.CutSuffix(history, "d")
	amount, err := strconv.ParseFloat(days, 64)
	if !inDays {
		var span time.Duration
		span, err = time.ParseDuration(history)
		amount = span.Hours() / 24
	}
	if err != nil || amount < 0 || amount > mostHistoryDays {
		return nil, fmt.Errorf("plugins.vehicles.demo_history: %q is no time such as 14d or 36h, of %d days at most", history, mostHistoryDays)
	}
	if amount == 0 {
		return nil, nil
	}
	return []string{"-history", history, "-history-once", note}, nil
}

func (h *host) history() ([]string, error) {
	return historyArguments(h.Config.Plugins["vehicles"]["demo_history"], h.historyNote())
}

// historyNote is the file in which the demonstration's vehicles say how much of their past they have sent.
func (h *host) historyNote() string { return filepath.Join(h.parts.DataDir, "fleet-history") }

// localURL is how a program on this machine reaches an MQTT listener.
func localURL(address string, encrypted bool) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if encrypted {
		return "tls://" + net.JoinHostPort(host, port), nil
	}
	return "tcp://" + net.JoinHostPort(host, port), nil
}
