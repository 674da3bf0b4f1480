package edge

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/sdk/plugin/manifest"
)

// table is every operation at one moment.
type table struct {
	engine  *gin.Engine
	openAPI *described
	plugins map[string]*hosted
}

// hosted is a plugin in the table, with what outlives the table: the count of its requests under way.
type hosted struct {
	Plugin
	gate     *gate // of what works
	waiting  *gate // of what mostly waits
	underWay prometheus.Gauge
}

// build makes a table of the host's own operations and the plugins'. An operation that two claim is an error that names both.
func (e *Edge) build(plugins map[string]Plugin) (*table, error) {
	operations, err := compileOwn(e.config.Own)
	if err != nil {
		return nil, fmt.Errorf("the host's own operations: %w", err)
	}
	askFor(operations, e.config.Sentences)
	t := &table{plugins: map[string]*hosted{}}
	for _, id := range slices.Sorted(maps.Keys(plugins)) {
		plugin := &hosted{Plugin: plugins[id], gate: e.gateOf(id, 1), waiting: e.gateOf(id+" waits", waitingFor), underWay: e.config.Metrics.flights.WithLabelValues(id)}
		t.plugins[id] = plugin
		theirs, err := e.compilePlugin(plugin)
		if err != nil {
			return nil, err
		}
		operations = append(operations, theirs...)
	}
	if err := clashes(operations); err != nil {
		return nil, err
	}
	for _, o := range operations {
		o.stats = e.stats.of(o.owner(), o.name())
	}
	if t.engine, err = e.engine(t, operations); err != nil {
		return nil, err
	}
	own, err := DescribeOwn(e.config.Own)
	if err != nil {
		return nil, err
	}
	whole, err := mergeOpenAPI(e.config.Version, append([][]byte{own}, e.config.OwnOpenAPI...), t.plugins)
	if err != nil {
		return nil, err
	}
	t.openAPI, err = describeAll(whole, operations)
	return t, err
}

func compileOwn(own []Own) ([]*operation, error) {
	var operations []*operation
	for _, declared := range own {
		o, err := compile(declared.Method, declared.Template, declared.Lock, declared.MaxBody)
		if err != nil {
			return nil, err
		}
		o.handler, o.readsOnly, o.idKinds, o.stores = declared.Handler, declared.ReadsOnly, declared.IDKinds, declared.Stores
		o.takesLong = declared.TakesLong
		operations = append(operations, o)
	}
	return operations, nil
}

func (e *Edge) compilePlugin(plugin *hosted) ([]*operation, error) {
	var operations []*operation
	marks := marksOf(plugin.OpenAPI)
	for _, declared := range plugin.Operations {
		o, err := compile(declared.GetMethod(), declared.GetTemplate(), declared.GetLock(), declared.GetMaxBodyBytes())
		if err == nil && !strings.HasPrefix(o.template, "/api/") {
			err = fmt.Errorf("%s: a plugin's template begins with /api/", o.name())
		}
		if err != nil {
			return nil, fmt.Errorf("plugin %s: %w", plugin.ID, err)
		}
		o.plugin, o.idKinds, o.readsOnly, o.exports = plugin, declared.GetIdKinds(), marks[o.name()].ReadsOnly, marks[o.name()].Exports
		o.reports = slices.Contains(plugin.Reports, o.name())
		o.patience = e.config.Timeout
		if m := marks[o.name()]; m.Waits || m.TakesLong {
			o.patience = e.config.LongTimeout
		}
		if o.gate, o.waits = plugin.gate, marks[o.name()].Waits; o.waits {
			o.gate = plugin.waiting
		}
		operations = append(operations, o)
	}
	served, err := compileOwn(plugin.Served)
	if err != nil {
		return nil, fmt.Errorf("plugin %s: %w", plugin.ID, err)
	}
	for _, o := range served {
		o.plugin, o.gate = plugin, plugin.gate
	}
	operations = append(operations, served...)
	askFor(operations, plugin.Sentences)
	return operations, nil
}

// askFor notes which values the audit log's sentences about operations ask for.
func askFor(operations []*operation, sentences []manifest.AuditSentence) {
	for _, o := range operations {
		for _, s := range sentences {
			if s.Operation == o.name() {
				o.values = append(o.values, s.Values()...)
			}
		}
	}
}

func clashes(operations []*operation) error {
	claimed := map[string]*operation{}
	var problems []error
	for _, o := range operations {
		if first, ok := claimed[o.method+" "+o.path]; ok {
			problems = append(problems, fmt.Errorf("%s is claimed by %s and by %s", o.name(), first.owner(), o.owner()))
		}
		claimed[o.method+" "+o.path] = o
	}
	return errors.Join(problems...)
}

// engine registers the operations with gin. gin panics about paths that cannot stand side by side; here that is an error.
func (e *Edge) engine(t *table, operations []*operation) (engine *gin.Engine, err error) {
	var adding *operation
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%s of %s does not fit beside the others: %v", adding.name(), adding.owner(), reason)
		}
	}()
	engine = gin.New()
	engine.RedirectTrailingSlash, engine.RedirectFixedPath = false, false
	engine.HandleMethodNotAllowed, engine.ContextWithFallback = true, true
	engine.RemoteIPHeaders = []string{"X-Forwarded-For"} // a proxy that writes this one may let a client's X-Real-IP pass
	if err := engine.SetTrustedProxies(e.config.TrustedProxies); err != nil {
		return nil, fmt.Errorf("trusted proxies: %w", err)
	}
	for _, adding = range operations {
		o := adding
		o.observed = e.config.Metrics.of(o)
		engine.Handle(o.method, o.path, func(c *gin.Context) { e.serve(c, o) })
	}
	engine.GET("/api/openapi.json", func(c *gin.Context) { e.document(c, t) })
	engine.NoMethod(func(c *gin.Context) {
		newProblem(http.StatusMethodNotAllowed, "invalid", "This address does not take that method.").write(c.Writer, c.Request)
	})
	engine.NoRoute(e.noRoute)
	return engine, nil
}
