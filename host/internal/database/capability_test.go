package database_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/plugintest"
)

const everything = `SELECT name FROM room ORDER BY name`

func TestCapability_OpensOneOrganisation(t *testing.T) {
	f := install(t)
	north := f.sign("north", "rooms", time.Minute)
	if got := f.must(north, everything); len(got) != 1 || got[0] != "Atlas" {
		t.Errorf("north sees %v, want Atlas alone", got)
	}
	if got := f.must(north, `UPDATE room SET name = 'taken' RETURNING name`, `DELETE FROM room WHERE org_id = 'south' RETURNING name`); len(got) != 0 {
		t.Errorf("north deleted %v of south", got)
	}
	if got := f.must(f.sign("south", "rooms", time.Minute), everything); len(got) != 1 || got[0] != "Zephyr" {
		t.Errorf("south sees %v after what north did, want Zephyr untouched", got)
	}
	if got := f.must(f.sign("*", "rooms", time.Minute), everything); len(got) != 0 {
		t.Errorf("a capability for all organisations opens protected rows: %v", got)
	}
}

func TestCapability_Refused(t *testing.T) {
	f := install(t)
	good := f.sign("north", "rooms", time.Minute)
	for name, capability := range map[string]string{
		"none":                               "",
		"bare organisation":                  "north",
		"expired":                            f.sign("north", "rooms", -2*time.Second),
		"another plugin's":                   f.sign("north", "spa", time.Minute),
		"other organisation in a signed one": strings.Replace(good, "north", "south", 1),
		"later expiry":                       strings.Replace(good, "|rooms|", "|rooms|9", 1),
		"expiry no number":                   strings.Replace(good, "|rooms|", "|rooms|x", 1),
		"signature cut":                      good[:len(good)-1],
		"signature longer":                   good + "0",
		"part too many":                      good + "|x",
		"self-made":                          "south|rooms|" + strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10) + "|" + strings.Repeat("00", 32),
		"nulls":                              "north|rooms||",
	} {
		f.refused(name, capability, everything)
		f.refused(name+", writing", capability, `INSERT INTO room VALUES ('north', '2', 'Borrowed')`)
	}
	f.refused("changed within the transaction", good, `SELECT set_config('outrider.capability', 'south|rooms|99999999999|00', true)`, everything)
}

func TestRuntimeRole_Refused(t *testing.T) {
	f := install(t)
	north := f.sign("north", "rooms", time.Minute)
	for name, statement := range map[string]string{
		"another plugin's schema":       `SELECT name FROM spa.room`,
		"the key of capabilities":       `SELECT encode(inner_pad, 'hex') FROM outrider.capability_key`,
		"the passwords":                 `SELECT password FROM outrider.role_password`,
		"a partition directly":          `SELECT room_id FROM night_2025`,
		"writing a partition directly":  `INSERT INTO night_2025 VALUES ('south', '1', '2025-01-02')`,
		"a row of another organisation": `INSERT INTO room VALUES ('south', '9', 'Trojan')`,
		"moving a row away":             `UPDATE room SET org_id = 'south'`,
		"many rows, one foreign":        `INSERT INTO room SELECT * FROM unnest('{north,south}'::text[], '{7,8}'::text[], '{a,b}'::text[])`,
		"row security off":              `SET row_security = off; `,
		"dropping the policy":           `DROP POLICY organisation ON room`,
		"disabling it":                  `ALTER TABLE room DISABLE ROW LEVEL SECURITY`,
		"a table of its own":            `CREATE TABLE rooms.mine (id text)`,
		"a table in public":             `CREATE TABLE public.mine (id text)`,
		"the owner's role":              `SET ROLE outrider_rooms_owner`,
		"the host's role":               `SET ROLE outrider`,
		"protecting by itself":          `SELECT outrider.protect('rooms.room')`,
		"a migration":                   `INSERT INTO migration (version_id, is_applied) VALUES (99, true)`,
	} {
		if statement == `SET row_security = off; ` {
			f.refused(name, north, `SET LOCAL row_security = off`, everything)
			continue
		}
		f.refused(name, north, statement)
	}
}

func TestPolicy_LeavesOrdinaryWorkAlone(t *testing.T) {
	f := install(t)
	north, all := f.sign("north", "rooms", time.Minute), f.sign("*", "rooms", time.Minute)
	got := f.must(north,
		`INSERT INTO room SELECT * FROM unnest('{north,north}'::text[], '{1,2}'::text[], '{again,Boreas}'::text[]) ON CONFLICT DO NOTHING`,
		`INSERT INTO room VALUES ('north', '2', 'Borealis') ON CONFLICT ON CONSTRAINT room_pk DO UPDATE SET name = excluded.name`,
		everything)
	if strings.Join(got, " ") != "Atlas Borealis" {
		t.Errorf("rooms are %v, want Atlas and Borealis", got)
	}
	f.must(north, `INSERT INTO night SELECT 'north', '1', d FROM generate_series('2025-03-01'::date, '2025-03-09'::date, '1 day') d`)
	f.must(north, `CREATE TEMP TABLE incoming (LIKE room) ON COMMIT DROP`, `INSERT INTO incoming VALUES ('north', '3', 'Caelum')`, `INSERT INTO room SELECT * FROM incoming`)
	f.must(north, `INSERT INTO outbox (org_id, subject, data) VALUES ('north', 'event.rooms.room', '{}')`, `INSERT INTO key_card VALUES ('c1', 'north')`)
	f.must(all, `INSERT INTO inbox (org_id, consumer, event_id) VALUES ('south', 'rooms-telemetry-0', 'e1')`)
	plugintest.Eventually(t, "the relay does not take the one event", func() bool { // it waits for what else is under way, such as a vacuum
		return len(f.must(all, `DELETE FROM outbox WHERE transaction < pg_snapshot_xmin(pg_current_snapshot()) RETURNING subject`)) == 1
	})
	if got := f.must(f.sign("south", "rooms", time.Minute), `SELECT id FROM key_card`); len(got) != 0 {
		t.Errorf("south sees the key cards %v of north", got)
	}
}

func TestPolicy_RunsOnceAStatement(t *testing.T) {
	f := install(t)
	plan := strings.Join(f.must(f.sign("north", "rooms", time.Minute), `SET LOCAL enable_seqscan = off`, `EXPLAIN SELECT name FROM room WHERE id = '1'`), "\n")
	if !strings.Contains(plan, "InitPlan") || !strings.Contains(plan, "Index Cond: ((org_id = (InitPlan 1).col1)") {
		t.Errorf("the policy is not an index condition computed once:\n%s", plan)
	}
}

func TestConnectionLimit(t *testing.T) {
	f := install(t)
	f.connect("rooms") // the second of two: two versions of one connection each
	url, err := f.db.PluginURL(t.Context(), "rooms")
	if err != nil {
		t.Fatal(err)
	}
	if err := connects(t, url); err == nil || !strings.Contains(err.Error(), "too many connections") {
		t.Errorf("a third connection: %v, want too many", err)
	}
	if err := connects(t, strings.Replace(url, "outrider_rooms:", "outrider_rooms_owner:", 1)); err == nil {
		t.Error("the owner can log in after the install")
	}
}

func connects(t *testing.T, url string) error {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		return err
	}
	return c.Close(t.Context())
}
