package edge

import (
	"net/http"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// OwnOf makes operations of the host's own from a router, with their OpenAPI document for Config.OwnOpenAPI. A request comes to it as it would
// come to a plugin: with its caller in the header.
func OwnOf(r *web.Router) (own []Own, document []byte, err error) {
	described, document, err := r.Describe()
	if err != nil {
		return nil, nil, err
	}
	handler, marks := AsCaller(r), marksOf(document)
	for _, o := range described {
		own = append(own, Own{
			Method: o.GetMethod(), Template: o.GetTemplate(), Lock: o.GetLock(), MaxBody: o.GetMaxBodyBytes(), Handler: handler,
			Documented: true, IDKinds: o.GetIdKinds(), ReadsOnly: marks[o.GetMethod()+" "+o.GetTemplate()].ReadsOnly,
		})
	}
	return own, document, nil
}

// AsCaller hands a request that the edge let through to a router that reads its caller from the header.
func AsCaller(router http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller := CallerOf(r.Context())
		if caller == nil {
			web.WriteProblem(w, r, fault.New(fault.SignedOut, "Sign in to continue."))
			return
		}
		header, err := web.EncodeCaller(caller.CallerInfo)
		if err != nil {
			web.WriteProblem(w, r, err)
			return
		}
		r = r.Clone(r.Context())
		r.Header.Set(web.CallerHeader, header)
		router.ServeHTTP(w, r)
	})
}
