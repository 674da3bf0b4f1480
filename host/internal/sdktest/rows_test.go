package sdktest

import (
	"database/sql"
	"errors"
	"testing"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

func TestEach(t *testing.T) {
	db := open(t)
	broken := errors.New("broken")
	for _, tc := range []struct {
		name string
		end  error // what the second row is answered with
		read []int64
		want error
	}{
		{"all rows", nil, []int64{1, 2, 3}, nil},
		{"some rows", store.ErrSkipAll, []int64{1, 2}, nil},
		{"an error", broken, []int64{1, 2}, broken},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var read []int64
			err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
				err := store.Each(tx, func(row *sql.Rows) error {
					var n int64
					if err := row.Scan(&n); err != nil {
						return err
					}
					if read = append(read, n); n == 2 {
						return tc.end
					}
					return nil
				}, `SELECT n FROM generate_series(1, ?::int) n ORDER BY n`, 3)
				if err == nil { // the connection is free again
					_, err = store.One[int](tx, `SELECT 1`)
				}
				return err
			})
			if !errors.Is(err, tc.want) {
				t.Errorf("the error is %v, want %v", err, tc.want)
			}
			if len(read) != len(tc.read) || read[len(read)-1] != tc.read[len(tc.read)-1] {
				t.Errorf("read %v, want %v", read, tc.read)
			}
		})
	}
	err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return store.Each(tx, func(*sql.Rows) error { return nil }, `SELECT nothing FROM nowhere`)
	})
	if err == nil {
		t.Error("a statement that cannot run is no error")
	}
}
