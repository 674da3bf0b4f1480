package tenantdata_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob/memblob"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/tenantdata"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// office is an organisation where one person has left traces everywhere.
type office struct {
	*identitytest.World
	t    testing.TB
	data *tenantdata.Service
	now  time.Time
}

const (
	gone    = "fleet_manager@alpha.test"
	goneAs  = "Alpha FLEET_MANAGER"
	byAdmin = "org_admin@alpha.test"
)

func startOffice(t testing.TB) *office {
	t.Helper()
	w := identitytest.Start(t)
	install(t, w)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	o := &office{World: w, t: t, now: time.Now()}
	o.data = tenantdata.New(tenantdata.Config{DB: w.DB, Bucket: bucket, Log: w.Log, Now: func() time.Time { return o.now }, Committed: w.Identity.Committed})
	return o
}

// leaveTraces writes what a person leaves behind.
func (o *office) leaveTraces() (id string) {
	o.t.Helper()
	id = o.UserID(o.t, gone)
	o.SignIn(o.t, gone)
	o.inPlugin("contacts", `INSERT INTO contacts.person (org_id, id, first_name, last_name, email, role, group_id, disabled) VALUES ('alpha', $1, 'Alpha', 'FLEET_MANAGER', $2, 'FLEET_MANAGER', 'alpha', false)`, id, gone)
	o.inPlugin("alerts", `INSERT INTO alerts.email_list (org_id, vehicle_id, alert_type, pin, email) VALUES ('alpha', 'v1', 'sos', 0, $1), ('alpha', 'v1', 'sos', 0, 'boss@alpha.test')`, gone)
	o.inPlugin("users", `INSERT INTO users.avatar (org_id, user_id, content) VALUES ('alpha', $1, 'jpeg')`, id)
	o.record(audit.Record{ID: audit.NewID(), At: time.Now(), OrgID: "alpha", ActorID: id, ActorEmail: gone, ActorName: goneAs, Operation: "PUT /api/x", Status: 200, Address: "192.0.2.9"})
	o.record(audit.Record{ID: audit.NewID(), At: time.Now(), OrgID: "alpha", ActorEmail: byAdmin, Operation: "PUT /api/y", Status: 200, Detail: "told " + gone})
	return id
}

func (o *office) inPlugin(plugin, query string, values ...any) {
	o.t.Helper()
	err := o.DB.InTenant(o.t.Context(), plugin, "alpha", func(tx pgx.Tx) error {
		_, err := tx.Exec(o.t.Context(), query, values...)
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
}

// record puts a record into the audit log as a host does.
func (o *office) record(r audit.Record) {
	o.t.Helper()
	journal, err := audit.Open(o.t.TempDir(), "test", false)
	if err != nil {
		o.t.Fatal(err)
	}
	defer func() { _ = journal.Close() }()
	if err := journal.End(r); err != nil {
		o.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(o.t.Context())
	done := make(chan error, 1)
	go func() {
		done <- audit.NewLog(o.DB.Pool(), journal, 0, slog.New(slog.DiscardHandler), time.Now).Run(ctx)
	}()
	identitytest.Eventually(o.t, 10*time.Second, "the record is in the log", func() (there bool) {
		_ = o.DB.Pool().QueryRow(o.t.Context(), `SELECT EXISTS (SELECT FROM outrider.audit_log WHERE id = $1)`, r.ID).Scan(&there)
		return there
	})
	stop()
	if err := <-done; err != nil {
		o.t.Fatal(err)
	}
}

// dump is every row of every table that has rows by organisation, and of those without, as text.
func (o *office) dump() string {
	o.t.Helper()
	var all strings.Builder
	rows, err := o.DB.Pool().Query(o.t.Context(), `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\_%' AND n.nspname NOT IN ('information_schema', 'keto')`)
	if err != nil {
		o.t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Table, Schema string }])
	if err != nil {
		o.t.Fatal(err)
	}
	for _, table := range tables {
		read := func(tx pgx.Tx) error {
			rows, err := tx.Query(o.t.Context(), `SELECT to_json(r)::text FROM `+table.Table+` r`)
			if err != nil {
				return err
			}
			var line string
			_, err = pgx.ForEachRow(rows, []any{&line}, func() error { all.WriteString(table.Table + " " + line + "\n"); return nil })
			return err
		}
		if table.Schema == "outrider" {
			err = pgx.BeginFunc(o.t.Context(), o.DB.Pool(), read)
		} else {
			err = o.DB.InTenant(o.t.Context(), table.Schema, "alpha", read)
		}
		if err != nil {
			o.t.Fatalf("dump %s: %v", table.Table, err)
		}
	}
	return all.String()
}

func (o *office) erase(as, whom string) (done tenantdata.Erased, err error) {
	o.t.Helper()
	who := identity.Actor{UserID: o.UserID(o.t, as), OrgID: "alpha"}
	_, _, err = o.Identity.Erase(o.t.Context(), who, whom, func(tx pgx.Tx, user identity.User, as audit.Person) (err error) {
		done, err = o.data.EraseFrom(o.t.Context(), tx, user, as)
		return err
	})
	return done, err
}

func TestErase_LeavesNoAddressAndNoName(t *testing.T) {
	o := startOffice(t)
	id := o.leaveTraces()
	if before := o.dump(); !strings.Contains(before, gone) || !strings.Contains(before, goneAs) {
		t.Fatal("nothing was left behind")
	}
	for _, refused := range []struct {
		name, as, whom string
		kind           fault.Kind
	}{
		{"without the permission", "driver@alpha.test", id, fault.NotFound},
		{"oneself", byAdmin, o.UserID(t, byAdmin), fault.Conflict},
		{"support", byAdmin, o.UserID(t, "sys_admin@alpha.test"), fault.Denied},
		{"another organisation's", byAdmin, o.UserID(t, "driver@beta.test"), fault.NotFound},
		{"the last system administrator but one is fine, the last is not", "sys_admin@alpha.test", o.UserID(t, "sys_admin@alpha.test"), fault.Conflict},
	} {
		if _, err := o.erase(refused.as, refused.whom); fault.KindOf(err) != refused.kind {
			t.Errorf("%s: %v, want %s", refused.name, err, refused.kind)
		}
	}
	done, err := o.erase(byAdmin, id)
	if err != nil {
		t.Fatal(err)
	}
	if done.Records < 2 || done.Changed["contacts/person"] != 1 || done.Changed["alerts/email_list"] != 1 || len(done.Kept) == 0 {
		t.Errorf("it says %+v", done)
	}
	if !strings.Contains(strings.Join(done.Kept, "\n"), "the name without the address") {
		t.Errorf("it does not say that free text keeps a name alone: %q", done.Kept)
	}
	after := o.dump()
	for _, trace := range []string{gone, goneAs, "192.0.2.9"} {
		for line := range strings.Lines(after) {
			if strings.Contains(strings.ToLower(line), strings.ToLower(trace)) {
				t.Errorf("%s is left: %s", trace, line)
			}
		}
	}
	if !strings.Contains(after, "boss@alpha.test") || !strings.Contains(after, id) || !strings.Contains(after, done.Pseudonym) {
		t.Error("somebody else's address, the id or the pseudonym is gone")
	}
	verdict, err := audit.Verify(t.Context(), o.DB.Pool(), "alpha", nil)
	if err != nil || !verdict.Whole() || verdict.Erased != 2 {
		t.Errorf("the chain afterwards: %+v %v", verdict, err)
	}
	if _, err := o.erase(byAdmin, id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("once more: %v", err)
	}
}

// TestErase_LeavesOthersAlone has people whose addresses and names hold those of the one who is erased, and addresses beside all kinds of characters.
func TestErase_LeavesOthersAlone(t *testing.T) {
	o := startOffice(t)
	id := o.UserID(t, gone)
	if _, err := o.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET first_name = 'Ann', last_name = 'André' WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	others := []string{"x" + gone, "a." + gone, gone + ".org", "Joann André", "Ann Andrés"}
	o.inPlugin("alerts", `INSERT INTO alerts.email_list (org_id, vehicle_id, alert_type, pin, email) VALUES ('alpha', 'v1', 'sos', 0, $1), ('alpha', 'v1', 'sos', 0, $2)`, others[0], others[2])
	said := "told " + strings.Join(others, ", ") + ", Ann André; " + gone + ".\n" + gone + "\t<" + strings.ToUpper(gone) + ">"
	o.inPlugin("contacts", `INSERT INTO contacts.person (org_id, id, first_name, last_name, email, role, group_id, disabled) VALUES ('alpha', 'other', $1, '', $2, $3, 'alpha', false)`, said, others[1], gone)
	o.record(audit.Record{ID: audit.NewID(), At: time.Now(), OrgID: "alpha", ActorID: id, ActorEmail: gone, ActorName: "Ann André", Operation: "PUT /api/x", Status: 200, Detail: said})
	o.record(audit.Record{
		ID: audit.NewID(), At: time.Now(), OrgID: "alpha", ActorID: o.UserID(t, byAdmin), ActorEmail: byAdmin, ActorName: "Boss", Operation: "PUT /api/y", Status: 200,
		Told: &web.AuditDetail{Values: map[string]string{"moved": "Ann André", "beside": others[3]}, Changes: []web.Change{{Field: "driver", Before: others[4], After: "Ann André"}}},
	})
	before := strings.Count(o.dump(), others[1])
	if _, err := o.erase(byAdmin, id); err != nil {
		t.Fatal(err)
	}
	after := o.dump()
	for _, other := range others {
		if !strings.Contains(after, other) {
			t.Errorf("%s is gone", other)
		}
	}
	if strings.Count(after, others[1]) != before {
		t.Errorf("%s stood %d times", others[1], before)
	}
	for _, other := range others {
		after = strings.ReplaceAll(after, other, "")
	}
	for line := range strings.Lines(after) {
		if strings.Contains(strings.ToLower(line), gone) || strings.Contains(line, "Ann André") {
			t.Errorf("left is %s", line)
		}
	}
}

func TestErase_TakesLateRecordsToo(t *testing.T) {
	o := startOffice(t)
	id := o.leaveTraces()
	if _, err := o.erase(byAdmin, id); err != nil {
		t.Fatal(err)
	}
	o.record(audit.Record{ID: audit.NewID(), At: time.Now(), OrgID: "alpha", ActorID: id, ActorEmail: gone, ActorName: goneAs, Operation: "PUT /api/late", Status: 200})
	o.now = o.now.Add(16 * time.Minute)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- o.data.Run(ctx) }()
	identitytest.Eventually(t, 10*time.Second, "the late record names nobody", func() bool { return !strings.Contains(o.dump(), gone) })
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if verdict, err := audit.Verify(t.Context(), o.DB.Pool(), "alpha", nil); err != nil || !verdict.Whole() {
		t.Errorf("the chain afterwards: %+v %v", verdict, err)
	}
}

func TestVerify_StillSeesWhoChangesAnErasedRecord(t *testing.T) {
	o := startOffice(t)
	id := o.leaveTraces()
	if _, err := o.erase(byAdmin, id); err != nil {
		t.Fatal(err)
	}
	err := pgx.BeginFunc(t.Context(), o.DB.Pool(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `SELECT outrider.audit_erase(id, actor_email, actor_name, 'somebody else did it', object_id) FROM outrider.audit_log WHERE actor_id = $1`, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if verdict, err := audit.Verify(t.Context(), o.DB.Pool(), "alpha", nil); err != nil || verdict.Whole() {
		t.Errorf("a changed record is not seen: %+v %v", verdict, err)
	}
}

func TestExportPerson_HasEverythingOfOne(t *testing.T) {
	o := startOffice(t)
	id := o.leaveTraces()
	user, err := o.Identity.PersonOf(t.Context(), identity.Actor{UserID: id, OrgID: "alpha"}, id)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := o.data.ExportPerson(t.Context(), user, &out); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(content)
		all.WriteString("== " + file.Name + "\n" + string(text))
	}
	for _, part := range []string{"data/outrider/account.ndjson", "data/outrider/session.ndjson", "data/outrider/audit_log.ndjson", "data/contacts/person.ndjson", "data/users/avatar.ndjson", "== README.txt", "where the person was signed in"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("the archive has no %s", part)
		}
	}
	for _, part := range []string{"boss@alpha.test", "password", "argon2", "driver@alpha.test"} {
		if strings.Contains(strings.TrimPrefix(all.String(), "Passwords"), part) {
			t.Errorf("the archive has %s", part)
		}
	}
	if _, err := o.Identity.PersonOf(t.Context(), identity.Actor{UserID: id, OrgID: "alpha"}, byAdmin); err == nil {
		t.Error("a manager takes along what is kept of an administrator")
	}
}
