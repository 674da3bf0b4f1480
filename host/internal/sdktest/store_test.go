// Package sdktest proves what the SDK promises about the database against the host's own: its Postgres, its roles and policies, its
// signed capabilities and its streams.
package sdktest

import (
	"context"
	"errors"
	"os"
	"testing"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }

func open(t *testing.T) *store.DB {
	t.Helper()
	return dbtest.Open(t, "host/internal/sdktest/testdata/rooms")
}

func book(tx *gorm.DB, org, id, room string) error {
	return tx.Exec(`INSERT INTO booking (org_id, id, room) VALUES (?, ?, ?)`, org, id, room).Error
}

func rooms(t *testing.T, db *store.DB, ctx context.Context, org string) (found []string) {
	t.Helper()
	if err := db.Read(web.AsPlugin(ctx, org), func(tx *gorm.DB) error {
		return tx.Raw(`SELECT room FROM booking ORDER BY room`).Scan(&found).Error
	}); err != nil {
		t.Fatalf("read rooms of %s: %v", org, err)
	}
	return found
}

func TestInOrg_SeesOneOrganisation(t *testing.T) {
	db := open(t)
	for _, org := range []string{"demo", "rival"} {
		if err := db.InOrg(t.Context(), org, func(tx *gorm.DB) error { return book(tx, org, "1", org+"-atlas") }); err != nil {
			t.Fatalf("book in %s: %v", org, err)
		}
	}
	if got := rooms(t, db, t.Context(), "demo"); len(got) != 1 || got[0] != "demo-atlas" {
		t.Errorf("demo sees %v", got)
	}
	if err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return book(tx, "rival", "2", "stolen") }); err == nil {
		t.Error("demo wrote a row of rival")
	}
	var all int64
	if err := db.InAll(t.Context(), func(tx *gorm.DB) error { return tx.Raw(`SELECT count(*) FROM booking`).Scan(&all).Error }); err != nil || all != 0 {
		t.Errorf("host-wide work sees %d protected rows, %v", all, err)
	}
}

func TestInOrg_ForgedSettingIsRefused(t *testing.T) {
	db := open(t)
	err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		if err := tx.Exec(`SELECT set_config('outrider.capability', 'rival|rooms|99999999999|00', true)`).Error; err != nil {
			return err
		}
		return tx.Exec(`SELECT count(*) FROM booking`).Error
	})
	if err == nil {
		t.Error("a forged capability opens the table")
	}
	if err := db.SQL().QueryRowContext(t.Context(), `SELECT count(*) FROM booking`).Scan(new(int)); err == nil {
		t.Error("the bare pool reads a tenant's table")
	}
}

func TestInOrg_RollsBackOnErrorAndPanic(t *testing.T) {
	db := open(t)
	broken := errors.New("broken")
	committed := 0
	err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		store.AfterCommit(tx, func() { committed++ })
		return errors.Join(book(tx, "demo", "1", "atlas"), broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			_ = book(tx, "demo", "1", "atlas")
			panic("boom")
		})
	}()
	if got := rooms(t, db, t.Context(), "demo"); len(got) != 0 || committed != 0 {
		t.Errorf("%v survived, %d were told of a commit", got, committed)
	}
	if err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		store.AfterCommit(tx, func() { committed++ })
		return book(tx, "demo", "1", "atlas")
	}); err != nil || committed != 1 {
		t.Errorf("%v, told of %d commits", err, committed)
	}
}

func TestRead_OnlyReads(t *testing.T) {
	db := open(t)
	err := db.Read(web.AsPlugin(t.Context(), "demo"), func(tx *gorm.DB) error { return book(tx, "demo", "1", "atlas") })
	if err == nil {
		t.Error("Read wrote a row")
	}
	if err := db.Read(t.Context(), func(*gorm.DB) error { return nil }); err == nil {
		t.Error("Read works without an organisation")
	}
}

func TestViolates(t *testing.T) {
	db := open(t)
	add := func(id, room string) error {
		return db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return book(tx, "demo", id, room) })
	}
	if err := add("1", "atlas"); err != nil {
		t.Fatalf("book: %v", err)
	}
	for _, tc := range []struct{ id, room, constraint string }{
		{"1", "zephyr", "booking_pk"}, {"2", "atlas", "booking_room_once"}, {"3", "", "booking_room_named"},
	} {
		err := add(tc.id, tc.room)
		if !store.Violates(err, tc.constraint) || store.Violates(err, "another") {
			t.Errorf("%v does not violate %s alone", err, tc.constraint)
		}
		if fault.KindOf(err) == fault.Unavailable {
			t.Errorf("a violation counts as a database that is away: %v", err)
		}
	}
	if store.Violates(nil, "booking_pk") || store.Violates(errors.New("booking_pk"), "booking_pk") {
		t.Error("what is no violation violates")
	}
}

func TestInOrg_WithoutADatabaseIsUnavailable(t *testing.T) {
	db, err := store.Open(store.Config{URL: "postgres://nobody:secret@127.0.0.1:1/none", Schema: "rooms", Connections: 2, Capabilities: anything{}})
	if err != nil {
		t.Fatalf("opening must not connect: %v", err)
	}
	t.Cleanup(func() { _ = db.Close() })
	err = db.InOrg(t.Context(), "demo", func(*gorm.DB) error { return nil })
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("InOrg = %v, want unavailable", err)
	}
}
