package embedded_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
)

const ketoPassword = "0123456789abcdef"

const model = `import { Namespace, Context } from "@ory/keto-namespace-types"
class User implements Namespace {}
class Folder implements Namespace {
  related: { owners: User[] }
  permits = { read: (ctx: Context) => this.related.owners.includes(ctx.subject) }
}
`

func TestKeto_SurvivesKill(t *testing.T) {
	parts := newParts(t, hosttest.Dir(t))
	k := startKeto(t, parts, startPostgres(t, parts))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, k.WriteURL()+"/admin/relation-tuples",
		strings.NewReader(`{"namespace":"Folder","object":"f","relation":"owners","subject_id":"ann"}`))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if err := allowed(k, "ann"); err != nil {
		t.Fatal(err)
	}
	if allowed(k, "bob") == nil {
		t.Error("bob may read what only ann owns")
	}

	killAndAwait(t, k.PID(), k.PID)
	within(t, 5*time.Second, "Keto answers after kill -9", func() error { return allowed(k, "ann") })
	k.Stop()
}

func startKeto(t *testing.T, parts embedded.Parts, p *embedded.Postgres) *embedded.Keto {
	t.Helper()
	exec(t, p.URL(), `DO $$ BEGIN CREATE ROLE outrider_keto LOGIN PASSWORD '`+ketoPassword+`'; GRANT outrider_keto TO outrider; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
		`CREATE SCHEMA IF NOT EXISTS keto AUTHORIZATION outrider_keto`)
	u, err := url.Parse(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("outrider_keto", ketoPassword)
	u.RawQuery += "&search_path=keto"
	k, err := embedded.StartKeto(t.Context(), parts, embedded.KetoOptions{
		Binary: filepath.Join("..", "..", "..", "build", "bin", "keto"), DSN: u.String(), Namespaces: []byte(model), ReadDepth: 20, ReadWidth: 1000,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Stop)
	return k
}

func allowed(k *embedded.Keto, subject string) error {
	response, err := http.Get(k.ReadURL() + "/relation-tuples/check/openapi?namespace=Folder&object=f&relation=read&subject_id=" + subject)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if !strings.Contains(string(body), `"allowed":true`) {
		return fmt.Errorf("%s: %s", response.Status, body)
	}
	return nil
}
