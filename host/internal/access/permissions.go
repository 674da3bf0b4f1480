package access

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Permission is one permission that the host or an installed plugin defines.
type Permission struct {
	Name        string
	Area        string
	Description map[string]string // by language
	Roles       []string          // hold it by default, beside SYS_ADMIN and SUPPORT_ADMIN; nil: administrators
	Module      bool              // of a plugin that organisations switch on: where it is off, it is not offered
}

// HostPluginID is under what HostPermissions are defined.
const HostPluginID = "host"

// HostPermissions are those that the host itself asks for: connecting to push, the news of one's organisation, its modules and keys, what its other systems are given, and the portal as others see it.
var HostPermissions = []Permission{
	{
		Name: "connect", Area: "websockets", Roles: Roles, Description: map[string]string{
			"en": "Receive live updates", "en-US": "Receive live updates", "de": "Live-Aktualisierungen empfangen",
			"es": "Recibir actualizaciones en directo", "fr": "Recevoir les mises à jour en direct", "nl": "Live-updates ontvangen",
		},
	},
	{
		Name: "getOrgUpdates", Area: "websockets", Roles: slices.DeleteFunc(slices.Clone(Roles), func(role string) bool { return role == Driver }),
		Description: map[string]string{
			"en": "Receive changes of the organisation", "en-US": "Receive changes of the organization", "de": "Änderungen der Organisation empfangen",
			"es": "Recibir cambios de la organización", "fr": "Recevoir les changements de l’organisation", "nl": "Wijzigingen van de organisatie ontvangen",
		},
	},
	{
		Name: "switchModules", Area: "org", Roles: []string{SupportLead, OrgAdmin}, Description: map[string]string{
			"en": "Turn modules on and off, and change their settings", "en-US": "Turn modules on and off, and change their settings",
			"de": "Module ein- und ausschalten und ihre Einstellungen ändern", "es": "Activar y desactivar módulos y modificar sus ajustes",
			"fr": "Activer et désactiver des modules, et modifier leurs paramètres", "nl": "Modules in- en uitschakelen en hun instellingen wijzigen",
		},
	},
	{
		Name: "manageApiKeys", Area: "org", Roles: []string{SupportLead, OrgAdmin}, Description: map[string]string{
			"en": "Create and revoke API keys", "en-US": "Create and revoke API keys", "de": "API-Schlüssel erstellen und widerrufen",
			"es": "Crear y revocar claves de API", "fr": "Créer et révoquer des clés d’API", "nl": "API-sleutels maken en intrekken",
		},
	},
	{
		Name: PermissionManageWebhooks, Area: "org", Roles: []string{SupportLead, OrgAdmin}, Description: map[string]string{
			"en": "Create, change and delete webhooks", "en-US": "Create, change and delete webhooks", "de": "Webhooks erstellen, ändern und löschen",
			"es": "Crear, modificar y eliminar webhooks", "fr": "Créer, modifier et supprimer des webhooks", "nl": "Webhooks maken, wijzigen en verwijderen",
		},
	},
	{
		Name: PermissionProvision, Area: "user", Roles: []string{SupportLead, OrgAdmin}, Description: map[string]string{
			"en": "Have a directory create, change and disable users (SCIM)", "en-US": "Have a directory create, change and disable users (SCIM)",
			"de": "Benutzer von einem Verzeichnis anlegen, ändern und deaktivieren lassen (SCIM)", "es": "Permitir que un directorio cree, modifique y desactive usuarios (SCIM)",
			"fr": "Laisser un annuaire créer, modifier et désactiver des utilisateurs (SCIM)", "nl": "Gebruikers door een directory laten maken, wijzigen en uitschakelen (SCIM)",
		},
	},
	{
		Name: "seePortalAs", Area: "user", Roles: []string{OrgAdmin}, Description: map[string]string{
			"en": "See the portal as another user does, without changing anything", "en-US": "See the portal as another user does, without changing anything",
			"de": "Das Portal wie ein anderer Benutzer sehen, ohne etwas zu ändern", "es": "Ver el portal como otro usuario, sin modificar nada",
			"fr": "Voir le portail comme un autre utilisateur, sans rien modifier", "nl": "Het portaal zien zoals een andere gebruiker, zonder iets te wijzigen",
		},
	},
}

// Define makes the given permissions, and no others, those of one plugin ("host": HostPermissions); none takes the plugin's away. One that
// is seen for the first time is granted to roles by default in every organisation; one that comes back finds the grants that it left. After
// the commit call Service.Changed.
func Define(ctx context.Context, tx pgx.Tx, pluginID string, permissions []Permission) error {
	orgs, err := organisationIDs(ctx, tx)
	if err != nil {
		return err
	}
	return rewriteAll(ctx, tx, orgs, func() error {
		if _, err := tx.Exec(ctx, `UPDATE outrider.permission SET installed = false WHERE installed AND plugin_id = $1`, pluginID); err != nil {
			return fmt.Errorf("set permissions of %s aside: %w", pluginID, err)
		}
		for _, p := range permissions {
			if err := define(ctx, tx, pluginID, p, orgs); err != nil {
				return fmt.Errorf("define permission %s of %s: %w", p.Name, pluginID, err)
			}
		}
		return nil
	})
}

func define(ctx context.Context, tx pgx.Tx, pluginID string, p Permission, orgs []string) error {
	description, err := json.Marshal(p.Description)
	if err != nil {
		return err
	}
	var isNew bool
	err = tx.QueryRow(ctx, `INSERT INTO outrider.permission AS known (name, area, plugin_id, description, default_roles, of_module) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (name) DO UPDATE SET area = EXCLUDED.area, plugin_id = EXCLUDED.plugin_id, description = EXCLUDED.description,
			default_roles = EXCLUDED.default_roles, of_module = EXCLUDED.of_module, installed = true
		WHERE NOT known.installed OR known.plugin_id = EXCLUDED.plugin_id
		RETURNING known.xmax = 0`, p.Name, p.Area, pluginID, description, p.Roles, p.Module).Scan(&isNew)
	if errors.Is(err, pgx.ErrNoRows) {
		return errors.New("another plugin defines it")
	}
	if err != nil || !isNew {
		return err
	}
	for _, org := range orgs {
		if err := grantDefaults(ctx, tx, org, []Permission{p}); err != nil {
			return err
		}
	}
	return nil
}

// GrantDefaults gives a new organisation's roles what they hold by default. Call it inside Rewrite.
func GrantDefaults(ctx context.Context, tx pgx.Tx, orgID string) error {
	rows, err := tx.Query(ctx, `SELECT name, area, default_roles FROM outrider.permission`)
	if err != nil {
		return fmt.Errorf("read permissions: %w", err)
	}
	known, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Permission, err error) {
		err = row.Scan(&p.Name, &p.Area, &p.Roles)
		return p, err
	})
	if err != nil {
		return fmt.Errorf("read permissions: %w", err)
	}
	return grantDefaults(ctx, tx, orgID, known)
}

func grantDefaults(ctx context.Context, tx pgx.Tx, orgID string, permissions []Permission) error {
	var roles, names []string
	for _, p := range permissions {
		for _, role := range p.DefaultRoles() {
			if !IsSupport(role) {
				roles, names = append(roles, role), append(names, p.Name)
			}
		}
	}
	_, err := tx.Exec(ctx, `INSERT INTO outrider.role_grant (org_id, role, permission) SELECT $1, * FROM unnest($2::text[], $3::text[])
		ON CONFLICT ON CONSTRAINT role_grant_pk DO NOTHING`, orgID, roles, names)
	if err != nil {
		return fmt.Errorf("grant defaults in %s: %w", orgID, err)
	}
	return nil
}

// rewriteAll is Rewrite over several organisations, locked in the given (sorted) order. Where nothing changes nothing is announced.
func rewriteAll(ctx context.Context, tx pgx.Tx, orgs []string, change func() error) error {
	if len(orgs) == 0 {
		return change()
	}
	changed, err := rewrite(ctx, tx, Reach{OrgID: orgs[0]}, func() error { return rewriteAll(ctx, tx, orgs[1:], change) })
	if err != nil || !changed {
		return err
	}
	return Announce(ctx, tx, Change{OrgID: orgs[0]})
}

func organisationIDs(ctx context.Context, q queryer) ([]string, error) {
	rows, err := q.Query(ctx, `SELECT id FROM outrider.organisation ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list organisations: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list organisations: %w", err)
	}
	return ids, nil
}

// RoleGrants is what each role may in an organisation, of the permissions that exist now.
func RoleGrants(ctx context.Context, q queryer, orgID string) (map[string][]string, error) {
	granted := map[Tuple]struct{}{}
	if err := addGrants(ctx, q, orgID, granted); err != nil {
		return nil, err
	}
	byRole := map[string][]string{}
	for t := range granted {
		role := t.Role[strings.LastIndex(t.Role, "/")+1:]
		byRole[role] = append(byRole[role], strings.TrimPrefix(t.Object, orgID+"/"))
	}
	return byRole, nil
}
