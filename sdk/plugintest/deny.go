package plugintest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// Deny takes a permission from an actor as the host itself does it: the grant, what Keto is told, and what every host forgets. It comes true a moment
// later.
func (h *Host) Deny(t testing.TB, actor Actor, permission string) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), h.Database(t), func(tx pgx.Tx) error {
		var id string
		if err := tx.QueryRow(t.Context(), `SELECT id::text FROM outrider.account WHERE email = $1`, actor.Email()).Scan(&id); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(`INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) VALUES ($1, $2, $3, false)`, actor.Org, id, permission)
		batch.Queue(`INSERT INTO outrider.keto_outbox (org_id, present, tuple) VALUES ($1, true, $2)`, actor.Org, "Permission:"+actor.Org+"/"+permission+"#denied@"+id)
		batch.Queue(`INSERT INTO outrider.access_change (account_id, org_id) VALUES ($1, $2)`, id, actor.Org)
		return tx.SendBatch(t.Context(), batch).Close()
	})
	if err != nil {
		t.Fatalf("take %s from %s: %v", permission, actor.Email(), err)
	}
}
