package tenantdata_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob/memblob"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/tenantdata"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

// install makes the schemas of the product's plugins, as they are.
func install(t testing.TB, w *identitytest.World) {
	t.Helper()
	for _, id := range []string{"vehicles", "alerts", "footage", "geofences", "contacts", "reports", "users", "gateway"} {
		text, err := os.ReadFile("../../../plugins/" + id + "/manifest.json")
		if err != nil {
			t.Fatal(err)
		}
		var m manifest.Manifest
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		if err := w.DB.InstallPlugin(t.Context(), m, os.DirFS("../../../plugins/"+id+"/migrations")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRemove_TakesOneOrganisationAndNothingOfOthers(t *testing.T) {
	w := identitytest.Start(t)
	install(t, w)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	now := time.Now()
	s := tenantdata.New(tenantdata.Config{DB: w.DB, Bucket: bucket, Log: w.Log, Now: func() time.Time { return now }, Committed: w.Identity.Committed})
	for _, org := range []string{"alpha", "beta"} {
		if err := bucket.WriteAll(t.Context(), org+"/footage/clip.mp4", []byte("video of "+org), nil); err != nil {
			t.Fatal(err)
		}
		err := w.DB.InTenant(t.Context(), "contacts", org, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO contacts.list (org_id, id, name) VALUES ($1, 'l', 'Yard')`, org)
			if err == nil {
				_, err = tx.Exec(t.Context(), `INSERT INTO contacts.list_member (org_id, list_id, kind, member_id) VALUES ($1, 'l', 'contact', 'c')`, org)
			}
			if err == nil {
				_, err = tx.Exec(t.Context(), `INSERT INTO contacts.contact (org_id, id, first_name, last_name, email) VALUES ($1, 'c', 'Cem', '', 'cem@' || $1)`, org)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	w.SignIn(t, "driver@beta.test")
	exec := func(query string, values ...any) {
		t.Helper()
		if _, err := w.DB.Pool().Exec(t.Context(), query, values...); err != nil {
			t.Fatal(err)
		}
	}
	count := func(query string, values ...any) (n int) {
		t.Helper()
		if err := w.DB.Pool().QueryRow(t.Context(), query, values...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	exec(`INSERT INTO outrider.org_role (org_id, id, name, base, created_at) VALUES ('beta', 'own-x', 'Nights', 'DRIVER', now())`)
	exec(`UPDATE outrider.account SET own_role = 'own-x' WHERE email = 'driver@beta.test'`)
	exec(`INSERT INTO outrider.audit_chain (org_id, seq, hash) VALUES ('beta', 3, 'x')`)
	exec(`UPDATE outrider.organisation SET disabled = true, deleted_at = $1, purge_after = $2 WHERE id = 'beta'`, now.Add(-time.Hour), now.Add(time.Minute))
	if err := s.RemoveDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if count(`SELECT count(*) FROM outrider.account WHERE org_id = 'beta'`) == 0 {
		t.Fatal("removed before its time")
	}
	now = now.Add(2 * time.Minute)
	if err := s.RemoveDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := count(`SELECT count(*) FROM outrider.audit_chain WHERE org_id = 'beta'`); n != 1 {
		t.Error("the audit log has lost the end of its chain, by which it is verified")
	}
	for _, table := range []string{"account", "group_node", "role_grant", "invite", "org_role"} {
		if n := count(`SELECT count(*) FROM outrider.` + table + ` WHERE org_id = 'beta'`); n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	if n := count(`SELECT count(*) FROM outrider.organisation WHERE id = 'beta'`); n != 0 {
		t.Error("the organisation is left")
	}
	for org, want := range map[string]int{"alpha": 1, "beta": 0} {
		var contacts int
		err := w.DB.InTenant(t.Context(), "contacts", org, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM contacts.contact) * (SELECT count(*) FROM contacts.list_member)`).Scan(&contacts)
		})
		if err != nil || contacts != want {
			t.Errorf("%s has %d contacts, %v; want %d", org, contacts, err, want)
		}
		if there, err := bucket.Exists(t.Context(), org+"/footage/clip.mp4"); err != nil || there != (want == 1) {
			t.Errorf("the file of %s is there: %v, %v", org, there, err)
		}
	}
	if count(`SELECT count(*) FROM outrider.account WHERE org_id = 'alpha'`) == 0 {
		t.Error("people of another organisation are gone")
	}
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		return identity.CreateOrganisation(t.Context(), tx, identity.Organisation{ID: "beta", Name: "Again", CountryCode: "GB", Zone: "Europe/London"}, now)
	})
	if fault.KindOf(err) != fault.Conflict {
		t.Errorf("the id of a removed organisation is given again: %v", err)
	}
	identitytest.Eventually(t, 10*time.Second, "Keto has forgotten it", w.Settled)
	now = now.Add(time.Hour)
	if err := s.RemoveDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := count(`SELECT count(*) FROM outrider.organisation_gone WHERE id = 'beta' AND settled_at IS NOT NULL`); n != 1 {
		t.Error("what was written late is not removed")
	}
}

func TestExport_HasEverythingOfOneOrganisationButSecrets(t *testing.T) {
	w := identitytest.Start(t)
	install(t, w)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	for _, org := range []string{"alpha", "beta"} {
		if err := bucket.WriteAll(t.Context(), org+"/footage/clip.mp4", []byte("video of "+org), nil); err != nil {
			t.Fatal(err)
		}
	}
	s := tenantdata.New(tenantdata.Config{DB: w.DB, Bucket: bucket, Log: w.Log})
	var out bytes.Buffer
	if err := s.Export(t.Context(), "alpha", true, &out); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range archive.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[file.Name] = string(text)
		for _, foreign := range []string{"beta.test", "video of beta", "password_hash", "$argon2", "key_sha256"} {
			if strings.Contains(string(text), foreign) {
				t.Errorf("%s has %q", file.Name, foreign)
			}
		}
	}
	if got := all["data/outrider/account.ndjson"]; strings.Count(got, "\n") != 9 || !strings.Contains(got, `"email":"driver@alpha.test"`) {
		t.Errorf("accounts are %s", got)
	}
	if _, there := all["data/vehicles/vehicle.ndjson"]; !there || all["files/alpha/footage/clip.mp4"] != "video of alpha" {
		t.Error("tables of plugins or files are missing")
	}
	if !strings.Contains(all["contents.json"], `"organisation": "alpha"`) {
		t.Errorf("contents are %s", all["contents.json"])
	}
}
