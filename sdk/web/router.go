// Package web holds a plugin's operations: each a route, a lock and a handler. It settles once how requests are read, refused and
// answered, so that handlers only do their work and return.
package web

import (
	"log/slog"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/sdk/trace"
)

// DefaultMaxBody is the largest request body in bytes of an operation that does not say otherwise.
const DefaultMaxBody = 1 << 20

// Router collects operations and serves them. Register everything before the first request.
type Router struct {
	engine     *gin.Engine
	api        huma.API
	log        *slog.Logger
	callers    callers
	tracer     *trace.Tracer
	meter      *meter
	operations []operation
	shapes     map[string]string // method and shape -> route
}

// settleHuma replaces huma's errors for the whole process; there is no other place to do it.
var settleHuma = sync.OnceFunc(func() {
	gin.SetMode(gin.ReleaseMode)
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return humaProblem(status, message, errs...)
	}
	huma.NewErrorWithContext = func(c huma.Context, status int, message string, errs ...error) huma.StatusError {
		return humaProblem(status, message, errs...).in(languageOf(c.Context()))
	}
})

// NewRouter returns an empty router. Title and version head its OpenAPI document.
func NewRouter(title, version string) *Router {
	settleHuma()
	engine := gin.New()
	engine.RedirectTrailingSlash = false
	engine.RedirectFixedPath = false
	engine.HandleMethodNotAllowed = true
	engine.UseRawPath = true // an id may hold an escaped slash
	engine.UnescapePathValues = true
	r := &Router{engine: engine, log: slog.Default(), shapes: map[string]string{}}
	engine.Use(r.recover, r.context)
	engine.NoRoute(func(c *gin.Context) { r.fail(c, humaProblem(http.StatusNotFound, "")) })
	engine.NoMethod(func(c *gin.Context) { r.fail(c, humaProblem(http.StatusMethodNotAllowed, "")) })
	config := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI:    "3.1.0",
			Info:       &huma.Info{Title: title, Version: version},
			Components: &huma.Components{Schemas: huma.NewMapRegistry("#/components/schemas/", schemaNamer())},
		},
		Formats:       map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat},
		DefaultFormat: "application/json",
	}
	config.AllowAdditionalPropertiesByDefault = true
	r.api = huma.NewAPI(config, &adapter{router: r})
	return r
}

// SetLog makes the router write what goes wrong to log. The SDK does this for a plugin.
func (r *Router) SetLog(log *slog.Logger) { r.log = log }

// Observe makes the router record traces (nil: none) and how long operations take. The SDK does this for a plugin.
func (r *Router) Observe(tracer *trace.Tracer, metrics prometheus.Registerer) error {
	m, err := newMeter(metrics)
	r.tracer, r.meter = tracer, m
	return err
}

// ServeHTTP serves the operations. The CallerHeader is believed: only the host may reach a plugin's router.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) { r.engine.ServeHTTP(w, req) }
