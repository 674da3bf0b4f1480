package admin

import (
	"context"
	"sync"
	"time"
)

// Probe looks at one part that the host runs on.
type Probe struct {
	ID   string // "postgres"
	Look func(ctx context.Context) (Facts, error)
}

// Facts are what a part tells of itself.
type Facts struct {
	Version string
	Latency time.Duration // of one question and its answer; 0: it was not asked one
	Warning string        // what an operator should see to: a key of the console's texts
	Values  []Fact
}

// Fact is one figure or word. Texts for its name are in the console.
type Fact struct {
	Name  string  `json:"name"`
	Kind  string  `json:"kind" enum:"text,count,bytes,seconds,percent,time,milliseconds"`
	Text  string  `json:"text,omitempty"`
	Value float64 `json:"value,omitempty" doc:"Of kind time: Unix seconds"`
	Of    float64 `json:"of,omitempty" doc:"The limit; 0: there is none"`
}

// PartView is one part.
type PartView struct {
	ID        string  `json:"id"`
	State     string  `json:"state" enum:"up,warning,down"`
	Error     string  `json:"error"`
	Warning   string  `json:"warning"`
	Version   string  `json:"version"`
	LatencyMs float64 `json:"latency_ms"`
	Facts     []Fact  `json:"facts"`
}

type partList struct {
	Body struct {
		Host       string          `json:"host"`
		Parts      []PartView      `json:"parts"`
		Statements []StatementView `json:"statements" doc:"The slowest, where the database counts them"`
		Hosts      []HostView      `json:"hosts"`
	}
}

func (a *Admin) listParts(ctx context.Context, _ *OnHost) (*partList, error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	answer := &partList{}
	answer.Body.Host = a.HostID
	answer.Body.Parts = make([]PartView, len(a.Parts))
	var all sync.WaitGroup
	for i, probe := range a.Parts {
		all.Go(func() { answer.Body.Parts[i] = look(ctx, probe) })
	}
	all.Go(func() { answer.Body.Statements = a.statements(ctx) })
	all.Wait()
	answer.Body.Hosts = a.hosts()
	return answer, nil
}

// look asks one part; what goes wrong is told, since it is an operator who asks.
func look(ctx context.Context, probe Probe) PartView {
	view := PartView{ID: probe.ID, State: "up", Facts: []Fact{}}
	facts, err := probe.Look(ctx)
	if err != nil {
		view.State, view.Error = "down", err.Error()
		return view
	}
	view.Version, view.LatencyMs, view.Warning = facts.Version, milliseconds(facts.Latency), facts.Warning
	view.Facts = append(view.Facts, facts.Values...)
	if facts.Warning != "" {
		view.State = "warning"
	}
	return view
}
