package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/plugin/manifest"
)

var pluginID = regexp.MustCompile(`^[a-z][a-z0-9]{0,30}$`)

// reserved are schemas that are not a plugin's.
var reserved = []string{hostSchema, "keto", "public", "plugin"}

const versionsAtOnce = 2 // of a plugin side by side on a host, during an upgrade

// RuntimeRole is the role that a plugin's process works with.
func RuntimeRole(id string) string { return "outrider_" + id }

func ownerRole(id string) string { return "outrider_" + id + "_owner" }

// InstallPlugin makes the plugin's schema and roles and runs its migrations as the schema's owner, who may log in only
// meanwhile. It repeats harmlessly and upgrades; a plugin without a database is left alone.
func (db *DB) InstallPlugin(ctx context.Context, m manifest.Manifest, migrations fs.FS) error {
	if m.Postgres == nil {
		return nil
	}
	if !pluginID.MatchString(m.ID) || slices.Contains(reserved, m.ID) {
		return fmt.Errorf("install plugin %q: the id cannot be a schema's name", m.ID)
	}
	if err := db.installPlugin(ctx, m, migrations); err != nil {
		return fmt.Errorf("install plugin %s in the database: %w", m.ID, err)
	}
	return nil
}

func (db *DB) installPlugin(ctx context.Context, m manifest.Manifest, migrations fs.FS) (err error) {
	digests, err := migrationDigests(migrations)
	if err != nil {
		return err
	}
	turn, err := db.turn(ctx, "plugin "+m.ID) // the owner's password of the moment is one for all hosts
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, turn.Close(context.WithoutCancel(ctx))) }()
	if err := db.checkMigrations(ctx, m.ID, digests); err != nil {
		return err
	}
	once := newPassword()
	if err := db.exclusively(ctx, func(tx pgx.Tx) error { return db.makeRoles(ctx, tx, m, once) }); err != nil {
		return err
	}
	defer func() {
		_, closing := db.pool.Exec(ctx, `ALTER ROLE `+ownerRole(m.ID)+` NOLOGIN PASSWORD NULL`)
		err = errors.Join(err, closing)
	}()
	url, err := db.urlAs(ownerRole(m.ID), once)
	if err != nil {
		return err
	}
	if err := migrate(ctx, url, m.ID, migrations); err != nil {
		return err
	}
	return db.keepMigrations(ctx, m.ID, digests)
}

func (db *DB) makeRoles(ctx context.Context, tx pgx.Tx, m manifest.Manifest, once string) error {
	owner, runtime := ownerRole(m.ID), RuntimeRole(m.ID)
	secret, err := password(ctx, tx, runtime)
	if err != nil {
		return err
	}
	return run(ctx, tx,
		createRole(owner, "NOLOGIN"),
		createRole(runtime, "LOGIN"),
		`ALTER ROLE `+owner+` LOGIN PASSWORD '`+once+`' CONNECTION LIMIT 4`,
		fmt.Sprintf(`ALTER ROLE %s PASSWORD '%s' CONNECTION LIMIT %d`, runtime, secret, versionsAtOnce*db.hosts*m.Postgres.Connections),
		`ALTER ROLE `+owner+` RESET ALL`, // a role may have changed its own, as its password
		`ALTER ROLE `+runtime+` RESET ALL`,
		`ALTER ROLE `+owner+` SET search_path = `+m.ID,
		`ALTER ROLE `+runtime+` SET search_path = `+m.ID,
		`ALTER ROLE `+owner+` SET lock_timeout = '`+ownerTimeout+`'`,
		`ALTER ROLE `+runtime+` SET lock_timeout = '`+runTimeout+`'`,
		`GRANT `+owner+` TO CURRENT_USER WITH SET TRUE, INHERIT FALSE`,
		`GRANT outrider_plugin, outrider_plugin_owner TO `+owner,
		`GRANT outrider_plugin TO `+runtime,
		`CREATE SCHEMA IF NOT EXISTS `+m.ID+` AUTHORIZATION `+owner,
		`SET LOCAL ROLE `+owner,
		`GRANT USAGE ON SCHEMA `+m.ID+` TO `+runtime,
		`RESET ROLE`,
		grantConnect(owner), grantConnect(runtime))
}

// PluginURL is how the process of an installed plugin connects.
func (db *DB) PluginURL(ctx context.Context, id string) (string, error) {
	address, err := db.RoleURL(ctx, RuntimeRole(id))
	if err != nil {
		return "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("write a plugin's URL: the database's cannot be read")
	}
	query := u.Query()
	for _, file := range []string{"sslrootcert", "sslcert", "sslkey"} {
		query.Del(file) // the plugin's user cannot read the host's files; it is given what is in them
	}
	u.RawQuery = query.Encode()
	return u.String(), nil
}
