package plugin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Tenants knows in which organisations the plugin is on (a module is where it was switched on, any other plugin everywhere), and what each has set for it. What
// it knows changes while the plugin runs. It may be used by several goroutines.
type Tenants struct {
	mu        sync.RWMutex
	settings  map[string][]byte // by organisation that has the plugin on
	complete  chan struct{}     // closed once all have been told
	once      sync.Once
	changed   chan struct{} // closed when one was told, and made anew
	listeners []func(orgID string)
	host      pluginv1.HostCallbacksClient // nil: nobody can be asked
}

// toldWithin is how long settings are waited for: the host lets a request in as soon as a module is on, which the plugin may hear a moment later.
const toldWithin = 2 * time.Second

// NewTenants knows the given settings, JSON objects by organisation; a plugin gets its own as Env.Tenants.
func NewTenants(settings map[string]string) *Tenants {
	t := newTenants()
	for org, document := range settings {
		t.settings[org] = []byte(document)
	}
	t.once.Do(func() { close(t.complete) })
	return t
}

func newTenants() *Tenants {
	return &Tenants{settings: map[string][]byte{}, complete: make(chan struct{}), changed: make(chan struct{})}
}

// Await returns once the host has told of all organisations, which takes a moment after the plugin's start.
func (t *Tenants) Await(ctx context.Context) error {
	select {
	case <-t.complete:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// On reports whether the plugin is on in an organisation. Before Await has returned it may say no where it is.
func (t *Tenants) On(orgID string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	_, on := t.settings[orgID]
	return on
}

// All are the organisations that have the plugin on, by id.
func (t *Tenants) All() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Sorted(maps.Keys(t.settings))
}

// Settings reads what an organisation has set for the plugin, secrets and defaults included, into a struct with the names of the manifest's settings as JSON
// tags. Where it has just been switched on it waits until that is told. Fault: not_found where the plugin is off.
func (t *Tenants) Settings(orgID string, into any) error {
	document, on := t.document(orgID)
	if !on {
		return fault.New(fault.NotFound, "There is no such organisation.")
	}
	return readSettings(orgID, document, into)
}

// Fresh is Settings as the host has them at this moment, for what somebody does just after they changed them: the plugin hears of the change a moment later. Faults: not_found, unavailable.
func (t *Tenants) Fresh(ctx context.Context, orgID string, into any) error {
	t.mu.RLock()
	host := t.host
	t.mu.RUnlock()
	if host == nil {
		return t.Settings(orgID, into)
	}
	one, err := host.TenantNow(ctx, &pluginv1.TenantNowRequest{OrgId: orgID})
	switch {
	case status.Code(err) == codes.Unimplemented: // a host of before
		return t.Settings(orgID, into)
	case err != nil:
		return fault.Wrap(fault.Unavailable, err, "This is not available at the moment. Please try again soon.")
	case !one.GetOn():
		return fault.New(fault.NotFound, "There is no such organisation.")
	}
	return readSettings(orgID, one.GetSettings(), into)
}

func readSettings(orgID string, document []byte, into any) error {
	if len(document) == 0 {
		return nil
	}
	if err := json.Unmarshal(document, into); err != nil {
		return fmt.Errorf("read the settings of %s: %w", orgID, err)
	}
	return nil
}

// document waits a moment for an organisation that is not known.
func (t *Tenants) document(orgID string) (document []byte, on bool) {
	timeout := time.NewTimer(toldWithin)
	defer timeout.Stop()
	for {
		t.mu.RLock()
		document, on = t.settings[orgID]
		changed := t.changed
		t.mu.RUnlock()
		if on {
			return document, true
		}
		select {
		case <-changed:
		case <-timeout.C:
			return nil, false
		}
	}
}

// OnChange has hear called when an organisation switches the plugin on or off, or changes its settings, with what is so now already known. It must return
// quickly. Call it while the plugin is set up.
func (t *Tenants) OnChange(hear func(orgID string)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listeners = append(t.listeners, hear)
}

// follow hears of changes until ctx or the host ends.
func (t *Tenants) follow(ctx context.Context, host pluginv1.HostCallbacksClient) error {
	t.mu.Lock()
	t.host = host
	t.mu.Unlock()
	stream, err := host.Tenants(ctx, &pluginv1.TenantsRequest{})
	if err != nil {
		return fmt.Errorf("ask for the organisations: %w", err)
	}
	for {
		one, err := stream.Recv()
		if ctx.Err() != nil || errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("hear of organisations: %w", err)
		}
		t.hear(one)
	}
}

func (t *Tenants) hear(one *pluginv1.Tenant) {
	if one.GetOrgId() == "" {
		t.once.Do(func() { close(t.complete) })
		return
	}
	t.mu.Lock()
	if one.GetOn() {
		t.settings[one.GetOrgId()] = one.GetSettings()
	} else {
		delete(t.settings, one.GetOrgId())
	}
	listeners := slices.Clone(t.listeners)
	close(t.changed)
	t.changed = make(chan struct{})
	t.mu.Unlock()
	for _, listen := range listeners {
		listen(one.GetOrgId())
	}
}
