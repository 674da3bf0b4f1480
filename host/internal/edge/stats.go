package edge

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Minute is what Stats look back on.
const Minute = time.Minute

// stats are the windows of all operations. They outlive tables, so that an upgrade does not forget.
type stats struct {
	mu      sync.Mutex
	plugins map[string]*pluginStats
}

type pluginStats struct {
	operations map[string]*operationStats // guarded by stats.mu
	underWay   atomic.Int64
	lastError  atomic.Pointer[Failure]
}

type operationStats struct {
	window window
	plugin *pluginStats
}

// Failure is the newest answer of a plugin that was its own mistake.
type Failure struct {
	At        time.Time `json:"at"`
	Operation string    `json:"operation"`
	Status    int       `json:"status"`
	RequestID string    `json:"request_id"`
}

// of finds or makes the window of an operation, when a table is built.
func (s *stats) of(plugin, operation string) *operationStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.plugins[plugin]
	if !ok {
		p = &pluginStats{operations: map[string]*operationStats{}}
		s.plugins[plugin] = p
	}
	o, ok := p.operations[operation]
	if !ok {
		o = &operationStats{plugin: p}
		p.operations[operation] = o
	}
	return o
}

// observe counts one answer.
func (o *operationStats) observe(now time.Time, took time.Duration, status int, operation, requestID string) {
	failed := status >= http.StatusInternalServerError
	o.window.observe(now, took, failed)
	if failed {
		o.plugin.lastError.Store(&Failure{At: now, Operation: operation, Status: status, RequestID: requestID})
	}
}

// PluginTraffic is what went to one plugin in the last minute. The host itself is "host".
type PluginTraffic struct {
	All        Traffic
	Operations map[string]Traffic // by name, "GET /api/session"; without those that nobody asked for
	UnderWay   int
	LastError  *Failure // nil: none since the host started
}

// Traffic reports on one plugin.
func (e *Edge) Traffic(plugin string, now time.Time) PluginTraffic {
	e.stats.mu.Lock()
	p, ok := e.stats.plugins[plugin]
	windows := map[string]*operationStats{}
	if ok {
		for name, o := range p.operations {
			windows[name] = o
		}
	}
	e.stats.mu.Unlock()
	if !ok {
		return PluginTraffic{}
	}
	answer := PluginTraffic{Operations: map[string]Traffic{}, UnderWay: int(p.underWay.Load()), LastError: p.lastError.Load()}
	var all sum
	for name, o := range windows {
		var one sum
		one.add(&o.window, now, Minute)
		all.add(&o.window, now, Minute)
		if one.count > 0 {
			answer.Operations[name] = one.traffic(now, Minute)
		}
	}
	answer.All = all.traffic(now, Minute)
	return answer
}

// Recent is the traffic of the last ten seconds, for charts.
func (e *Edge) Recent(plugin string, now time.Time) Traffic {
	const length = 10 * time.Second
	e.stats.mu.Lock()
	defer e.stats.mu.Unlock()
	var all sum
	if p, ok := e.stats.plugins[plugin]; ok {
		for _, o := range p.operations {
			all.add(&o.window, now, length)
		}
	}
	return all.traffic(now, length)
}

// OperationNames lists what the plugin serves now, in alphabetical order.
func (e *Edge) OperationNames(plugin string) []string {
	var names []string
	if hosted, ok := e.current.Load().plugins[plugin]; ok {
		for _, o := range hosted.Operations {
			names = append(names, o.GetMethod()+" "+o.GetTemplate())
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		_, left, _ := strings.Cut(a, " ")
		_, right, _ := strings.Cut(b, " ")
		return strings.Compare(left+a, right+b)
	})
	return names
}
