package app

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"outrider.dev/outrider/host/internal/child"
)

// demoVehicles is how many vehicles the demonstration's organisation has.
const demoVehicles = 60

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
	secret, err := h.demoSecret()
	if err != nil {
		return err
	}
	broker, err := localURL(h.Config.MQTT.Address, h.Config.MQTT.TLS())
	if err != nil {
		return err
	}
	fleet, err := child.Start(ctx, h.parts.Spawner, child.Spec{
		Name: "fleetsim",
		Command: func() (*exec.Cmd, error) {
			cmd := exec.Command(program, "-broker", broker, "-org", "demo", "-vehicles", strconv.Itoa(demoVehicles))
			cmd.Env = []string{"OUTRIDER_DEMO_SECRET=" + secret}
			child.Attributes(cmd, nil, syscall.SIGKILL)
			return cmd, nil
		},
		Ready:       func(context.Context) error { return nil }, // its vehicles come one by one
		ReadyWithin: 5 * time.Second, StopSignal: syscall.SIGTERM, StopWithin: 3 * time.Second, Log: h.Log,
	})
	if err != nil {
		return err
	}
	h.onStop(fleet.Stop)
	return nil
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

// localURL is how a program on this machine reaches an MQTT listener.
func localURL(address string, tls bool) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if tls {
		return "mqtts://" + net.JoinHostPort(host, port), nil
	}
	return "mqtt://" + net.JoinHostPort(host, port), nil
}
