package callbacks

import (
	"bytes"
	"context"
	"sync"
	"time"

	"google.golang.org/grpc"

	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// tenantsAgain is how often organisations are read anew although nobody told of a change.
const tenantsAgain = 30 * time.Second

// Settings know what organisations have set for plugins.
type Settings interface {
	// Documents are JSON objects by organisation, under "" what all others have; nil for a plugin without settings.
	Documents(ctx context.Context, m manifest.Manifest) (map[string][]byte, error)
}

// TenantChanges wakes everybody who tells a plugin of its organisations. The zero value is ready.
type TenantChanges struct {
	mu   sync.Mutex
	next chan struct{}
}

// Changed says that organisations have other modules or settings.
func (t *TenantChanges) Changed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next != nil {
		close(t.next)
		t.next = nil
	}
}

// wait is closed with the next change. A nil TenantChanges never changes.
func (t *TenantChanges) wait() <-chan struct{} {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next == nil {
		t.next = make(chan struct{})
	}
	return t.next
}

// Tenants tells the plugin in which organisations it is on and what each has set, and then what changes of it.
func (s *Server) Tenants(_ *pluginv1.TenantsRequest, stream grpc.ServerStreamingServer[pluginv1.Tenant]) error {
	told := map[string][]byte{}
	ticker := time.NewTicker(tenantsAgain)
	defer ticker.Stop()
	for first := true; ; first = false {
		changed := s.host.Changes.wait() // before reading: what changes meanwhile is read once more
		now, err := s.tenants(stream.Context())
		if err != nil {
			return err
		}
		if err := tell(stream, told, now); err != nil {
			return err
		}
		told = now
		if first {
			if err := stream.Send(&pluginv1.Tenant{}); err != nil {
				return err
			}
		}
		select {
		case <-stream.Context().Done():
			return nil
		case <-changed:
		case <-ticker.C:
		}
	}
}

// TenantNow tells what one organisation has set, by what the database has at this moment.
func (s *Server) TenantNow(ctx context.Context, request *pluginv1.TenantNowRequest) (*pluginv1.Tenant, error) {
	now, err := s.tenants(ctx)
	if err != nil {
		return nil, err
	}
	settings, on := now[request.GetOrgId()]
	return &pluginv1.Tenant{OrgId: request.GetOrgId(), On: on, Settings: settings}, nil
}

// tenants are the settings of each organisation that has the plugin on.
func (s *Server) tenants(ctx context.Context) (map[string][]byte, error) {
	organisations, err := s.organisations(ctx)
	if err != nil {
		return nil, err
	}
	var documents map[string][]byte
	if s.host.Settings != nil {
		if documents, err = s.host.Settings.Documents(ctx, s.plugin); err != nil {
			return nil, statusOf(err)
		}
	}
	now := map[string][]byte{}
	for _, o := range organisations {
		document, set := documents[o.GetId()]
		if !set {
			document = documents[""]
		}
		now[o.GetId()] = document
	}
	return now, nil
}

// tell sends what differs from what was told before.
func tell(stream grpc.ServerStreamingServer[pluginv1.Tenant], told, now map[string][]byte) error {
	for org, settings := range now {
		before, known := told[org]
		if known && bytes.Equal(before, settings) {
			continue
		}
		if err := stream.Send(&pluginv1.Tenant{OrgId: org, On: true, Settings: settings}); err != nil {
			return err
		}
	}
	for org := range told {
		if _, still := now[org]; still {
			continue
		}
		if err := stream.Send(&pluginv1.Tenant{OrgId: org}); err != nil {
			return err
		}
	}
	return nil
}
