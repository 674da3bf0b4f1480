package plugins

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"outrider.dev/outrider/host/internal/readiness"
	"outrider.dev/outrider/host/internal/supervisor"
)

// Ready says which plugins cannot work. One that is on its first start, and one that is essential and does not answer, make the host unready; any other makes
// it degraded. One that an administrator has disabled is nobody's fault.
func (p *Plugins) Ready(context.Context) error {
	var lost, limping []string
	for _, status := range p.Statuses() {
		fault := faultOf(status)
		if fault == "" {
			continue
		}
		opened, known := p.Package(status.ID)
		essential := known && opened.Manifest.Module.Essential || !known && p.wasEssential(status.ID)
		switch answers := status.State == supervisor.Degraded; {
		case !answers && (essential || status.State == supervisor.Starting):
			lost = append(lost, fault)
		default:
			limping = append(limping, fault)
		}
	}
	if len(lost) > 0 {
		return errors.New(strings.Join(append(lost, limping...), "; "))
	}
	if len(limping) > 0 {
		return readiness.Partly(errors.New(strings.Join(limping, "; ")))
	}
	return nil
}

// wasEssential is for a plugin that was refused before it was opened; it asks the release that the catalogue has.
func (p *Plugins) wasEssential(id string) bool {
	entry, ok := p.config.Store.Entry(id)
	if !ok || entry.Current == "" {
		return false
	}
	opened, err := p.config.Store.Open(id, entry.Current)
	return err == nil && opened.Manifest.Module.Essential
}

// faultOf is what is wrong with a plugin; empty if nothing is.
func faultOf(s supervisor.Status) string {
	switch s.State {
	case supervisor.Ready, supervisor.Stopped:
		return ""
	case supervisor.Starting:
		return fmt.Sprintf("plugin %s is starting", s.ID)
	default:
		return fmt.Sprintf("plugin %s is %s: %s", s.ID, s.State, s.Detail)
	}
}
