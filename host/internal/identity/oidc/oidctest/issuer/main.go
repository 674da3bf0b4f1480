// Command issuer is a real OpenID provider for journeys: it listens on an address, and knows people of the demonstration.
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"outrider.dev/outrider/host/internal/identity/oidc/oidctest"
)

func main() {
	address := flag.String("address", "", "host:port to listen on")
	product := flag.String("product", "", "public URL of the product")
	flag.Parse()
	handler := oidctest.Provider("http://"+*address, *product, slog.New(slog.DiscardHandler),
		oidctest.Person{ID: "ann", Username: "ann", Email: "manager@demo.test", Verified: true},
		oidctest.Person{ID: "sue", Username: "sue", Email: "support@outrider.test", Verified: true},
		oidctest.Person{ID: "eve", Username: "eve", Email: "admin@demo.test"},
		oidctest.Person{ID: "bob", Username: "bob", Email: "bob@elsewhere.test", Verified: true},
	)
	server := &http.Server{Addr: *address, Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	if err := server.ListenAndServe(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
