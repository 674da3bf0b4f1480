package fleettest_test

import (
	"testing"

	"outrider.dev/sdk/store"
)

// TestColumns_areWhatPostgresReads sends arrays of each type with and without NULLs, and reads what the database made of them.
func TestColumns_areWhatPostgresReads(t *testing.T) {
	f := open(t)
	quoted, empty := `a "b", {c} ü`, ""
	big, small, less, yes, no := 1e300, 0.1, -7, true, false
	much := 70_000
	columns := store.NewColumns(1) // it grows
	for _, c := range []struct {
		cast, want string
		array      store.Array
	}{
		{"text[]", `{"a \"b\", {c} ü",NULL,""}`, columns.Texts(3, func(i int) *string { return []*string{&quoted, nil, &empty}[i] })},
		{"float8[]", `{1e+300,NULL,0.1}`, columns.Floats(3, func(i int) *float64 { return []*float64{&big, nil, &small}[i] })},
		{"float8[]", `{0.1,1e+300}`, columns.Floats(2, func(i int) *float64 { return []*float64{&small, &big}[i] })},
		{"bigint[]", `{-1,1772614800000}`, columns.Longs(2, func(i int) int64 { return []int64{-1, 1_772_614_800_000}[i] })},
		{"smallint[]", `{-7,NULL,NULL}`, columns.Shorts(3, func(i int) *int { return []*int{&less, nil, &much}[i] })},
		{"boolean[]", `{t,NULL,f}`, columns.Bools(3, func(i int) *bool { return []*bool{&yes, nil, &no}[i] })},
		{"bytea[]", `{"\\x00ff",NULL,"\\x"}`, columns.Bytes(3, func(i int) []byte { return [][]byte{{0, 255}, nil, {}}[i] })},
		{"float8[]", `NULL`, columns.Floats(2, func(int) *float64 { return nil })},
		{"text[]", `{}`, columns.Texts(0, nil)},
	} {
		equal(t, c.cast, f.lines("demo", `SELECT coalesce((?::`+c.cast+`)::text, 'NULL')`, c.array)[0], c.want)
	}
	short := columns.Floats(2, func(int) *float64 { return nil })
	long := columns.Longs(2, func(i int) int64 { return int64(i) })
	for _, query := range []string{
		`SELECT a || coalesce(b::text, '-') FROM (SELECT unnest(?::bigint[]) AS a, unnest(?::float8[]) AS b) s`, `SELECT a || coalesce(b::text, '-') FROM unnest(?::bigint[], ?::float8[]) AS s (a, b)`,
	} {
		equal(t, "a column of NULLs beside another", text(f.lines("demo", query, long, short)), "[0- 1-]")
	}
	equal(t, "a plain list beside them", f.lines("demo", `SELECT array_to_string(?::text[], '+')`, &[]string{"a", "b"})[0], "a+b")
}
