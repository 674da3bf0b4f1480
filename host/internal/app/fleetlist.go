package app

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/device"
)

// demoFleets are the vehicles of the demonstration by organisation, and who is asked what each device is fitted to.
var demoFleets = []struct {
	org, email string
	vehicles   int
}{{"demo", "admin@demo.test", 60}, {"rival", "admin@rival.test", 5}}

const plantedIn = 20 * time.Second // the vehicles of the first start

// writeFleet writes the devices that are simulated to a file for fleetsim and returns its name. What they are fitted to is asked of
// the product's own API, so that a bus drives like a bus and from its depot; without an answer each is some vehicle somewhere.
func (h *host) writeFleet(ctx context.Context) (string, error) {
	secret, err := h.demoSecret()
	if err != nil {
		return "", err
	}
	var all []traffic.Spec
	for _, fleet := range demoFleets {
		fitted, err := h.awaitVehicles(ctx, fleet.org, fleet.email, fleet.vehicles)
		if err != nil {
			h.Log.Warn("the simulated vehicles have no types and depots", "org", fleet.org, "error", err)
		}
		for n := range fleet.vehicles {
			id := device.DemoID(fleet.org, n+1)
			spec := fitted[id]
			spec.DeviceID, spec.Key, spec.Model = id, device.DemoKey(secret, id), device.DemoModel(n+1)
			all = append(all, spec)
		}
	}
	content, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	name := filepath.Join(h.parts.DataDir, "fleet.json")
	return name, os.WriteFile(name, content, 0o600)
}

// awaitVehicles asks until every vehicle of an organisation has been planted.
func (h *host) awaitVehicles(ctx context.Context, org, email string, vehicles int) (fitted map[string]traffic.Spec, err error) {
	ctx, cancel := context.WithTimeout(ctx, plantedIn)
	defer cancel()
	tokens, err := h.identity.sessions.SignIn(ctx, session.Credentials{Email: email, Password: identity.SeedPassword}, session.Client{Address: "127.0.0.1"})
	if err != nil {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if fitted, err = h.askForVehicles(ctx, org, tokens.Access); err == nil && len(fitted) >= vehicles {
			return fitted, nil
		}
		select {
		case <-ctx.Done():
			if err == nil {
				err = fmt.Errorf("only %d devices are fitted to vehicles", len(fitted))
			}
			return fitted, err
		case <-tick.C:
		}
	}
}

// askForVehicles returns what each device is fitted to.
func (h *host) askForVehicles(ctx context.Context, org, token string) (map[string]traffic.Spec, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.scheme()+"://host/api/org/"+org+"/vehicles", nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := h.toItself().RoundTrip(request)
	if err != nil {
		return nil, fmt.Errorf("ask for the vehicles: %w", err)
	}
	defer response.Body.Close()
	var answer struct {
		Vehicles []struct {
			Name    string `json:"vehicle_name"`
			Type    string `json:"vehicle_type"`
			Node    string `json:"node"`
			Fuel    string `json:"fuel"`
			Devices []struct {
				ID string `json:"device_id"`
			} `json:"devices"`
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("ask for the vehicles: %s: %w", response.Status, err)
	}
	fitted := map[string]traffic.Spec{}
	for _, v := range answer.Vehicles {
		for _, d := range v.Devices {
			fitted[d.ID] = traffic.Spec{Vehicle: v.Name, Type: v.Type, Depot: strings.TrimPrefix(v.Node, org+"-"), Fuel: v.Fuel, Relay: traffic.Relays(v.Type, v.Fuel)}
		}
	}
	return fitted, nil
}

// toItself connects to the host's own listener, whatever name its certificate is for.
func (h *host) toItself() *http.Transport {
	return &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // it dials this process
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, h.bound.String())
		},
	}
}
