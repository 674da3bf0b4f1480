package embedded

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// restrict closes functions of Postgres to everybody but the host's role, which hands out what plugins may have of them: advisory locks, whose names all who
// are connected share, and large objects, which belong to no schema and have no bound. Only the superuser can. It repeats harmlessly.
func (p *Postgres) restrict(ctx context.Context, database string) error {
	db, err := pgx.Connect(ctx, p.superURL(database))
	if err != nil {
		return err
	}
	defer db.Close(ctx)
	const close = `DO $$ DECLARE f regprocedure; BEGIN
		FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
			AND (proname ~ '^pg_(try_)?advisory_' OR proname ~ '^lo_' OR proname IN ('loread', 'lowrite'))
		LOOP
			EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
			EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ` + hostRole + `', f);
		END LOOP;
	END $$`
	if _, err := db.Exec(ctx, close); err != nil {
		return fmt.Errorf("close functions of Postgres to plugins: %w", err)
	}
	// The host passes it on to Keto; plugins may take all other connections.
	if _, err := db.Exec(ctx, `GRANT pg_use_reserved_connections TO `+hostRole+` WITH ADMIN OPTION`); err != nil {
		return fmt.Errorf("reserve connections for the host: %w", err)
	}
	return nil
}
