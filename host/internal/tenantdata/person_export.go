package tenantdata

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity"
)

// ofAccounts are the host's tables that hang on an account and have no organisation of their own.
var ofAccounts = []string{"session", "preference", "identity_link", "two_step", "passkey"}

// ExportPerson writes all that is kept of one person as a zip: the account and what belongs to it, what was done by them and to them, and every row of every
// plugin that names them, a JSON line each; README.txt says what is in it. An archive that breaks off has no directory.
func (s *Service) ExportPerson(ctx context.Context, user identity.User, to io.Writer) error {
	archive := zip.NewWriter(to)
	var list []exportedTable
	err := s.inHost(ctx, user.OrgID, func(tx pgx.Tx) error {
		if err := exportWhere(ctx, tx, archive, hostSchema, "account", "org_id = $1 AND id::text = $2 AND ($3::text, $4::text) IS NOT NULL", user, &list); err != nil {
			return err
		}
		for _, table := range ofAccounts {
			if err := exportWhere(ctx, tx, archive, hostSchema, table, "$1 <> '' AND account_id::text = $2 AND ($3::text, $4::text) IS NOT NULL", user, &list); err != nil {
				return err
			}
		}
		return exportNaming(ctx, tx, archive, hostSchema, append([]string{"account", "keto_outbox", "access_change", "event_outbox"}, ofAccounts...), user, &list)
	})
	if err != nil {
		return err
	}
	plugins, err := s.db.PluginSchemas(ctx)
	if err != nil {
		return err
	}
	for _, id := range plugins {
		err := s.db.InTenant(ctx, id, user.OrgID, func(tx pgx.Tx) error {
			return exportNaming(ctx, tx, archive, id, []string{"outbox", "inbox"}, user, &list)
		})
		if err != nil {
			return fmt.Errorf("export what %s has of %s: %w", id, user.ID, err)
		}
	}
	if err := s.readme(archive, user, list); err != nil {
		return err
	}
	return archive.Close()
}

func exportNaming(ctx context.Context, tx pgx.Tx, archive *zip.Writer, schema string, except []string, user identity.User, list *[]exportedTable) error {
	tables, err := tablesOf(ctx, tx, schema, except)
	if err != nil {
		return err
	}
	for _, table := range tables {
		columns, err := namingColumns(ctx, tx, schema, table)
		if err != nil {
			return err
		}
		if len(columns) > 0 {
			if err := exportWhere(ctx, tx, archive, schema, table, names(columns, 4)+" AND ($2::text, $3::text) IS NOT NULL", user, list); err != nil {
				return err
			}
		}
	}
	return nil
}

// exportWhere writes the rows of a table that a condition chooses, without secrets; a table without any makes no file.
func exportWhere(ctx context.Context, tx pgx.Tx, archive *zip.Writer, schema, table, condition string, user identity.User, list *[]exportedTable) error {
	columns, err := columnsOf(ctx, tx, schema, table)
	if err != nil {
		return err
	}
	for i, column := range columns {
		columns[i] = pgx.Identifier{column}.Sanitize()
	}
	rows, err := tx.Query(ctx, `SELECT to_json(r)::text FROM (SELECT `+strings.Join(columns, ", ")+` FROM `+pgx.Identifier{schema, table}.Sanitize()+` WHERE `+condition+`) r`,
		user.OrgID, user.ID, addressPattern(user.Email), plainAddress(user.Email))
	if err != nil {
		return fmt.Errorf("export %s.%s: %w", schema, table, err)
	}
	var entry io.Writer
	var line string
	count := 0
	_, err = pgx.ForEachRow(rows, []any{&line}, func() (err error) {
		if count++; entry == nil {
			if entry, err = archive.Create("data/" + schema + "/" + table + ".ndjson"); err != nil {
				return err
			}
		}
		_, err = io.WriteString(entry, line+"\n")
		return err
	})
	if err != nil {
		return fmt.Errorf("export %s.%s: %w", schema, table, err)
	}
	if count > 0 {
		*list = append(*list, exportedTable{schema + "/" + table, count})
	}
	return nil
}

// meanings say what is in the host's own tables.
var meanings = map[string]string{
	"account": "the account: name, how to reach the person, role, group", "session": "where the person was signed in, with address and program",
	"preference": "settings and what screens remember", "identity_link": "accounts of other sites that sign in here", "two_step": "whether an authenticator app is set up",
	"passkey": "passkeys, without their keys", "audit_log": "what the person did, and what was done to the account", "audit_entry": "changes of people and groups",
	"invite": "invites of the person's address", "mail": "mails to the person that are kept still", "user_grant": "what differs from the role's permissions",
	"driver_vehicle": "vehicles that the person drives", "api_key": "API keys that the person made, without the keys", "see_as": "who saw the portal as the person, and the other way round",
}

func (s *Service) readme(archive *zip.Writer, user identity.User, list []exportedTable) error {
	var text strings.Builder
	fmt.Fprintf(&text, "What is kept of %s (%s, id %s) in the organisation %s, as of %s.\n\n", strings.TrimSpace(user.FirstName+" "+user.LastName), user.Email, user.ID, user.OrgID, s.now().UTC().Format("2006-01-02 15:04 MST"))
	text.WriteString("Each file has one JSON object a line: a row of the table that it is called after. Rows are here that hold the person's id or e-mail address.\n" +
		"Passwords, keys and other secrets are left out.\n\n")
	for _, table := range list {
		fmt.Fprintf(&text, "data/%s.ndjson: %d", table.Name, table.Rows)
		if schema, name, _ := strings.Cut(table.Name, "/"); schema == hostSchema && meanings[name] != "" {
			text.WriteString(": " + meanings[name])
		} else if schema != hostSchema {
			text.WriteString(": kept by the plugin " + schema)
		}
		text.WriteString("\n")
	}
	entry, err := archive.Create("README.txt")
	if err != nil {
		return fmt.Errorf("write README.txt: %w", err)
	}
	if _, err := io.WriteString(entry, text.String()); err != nil {
		return fmt.Errorf("write README.txt: %w", err)
	}
	return nil
}
