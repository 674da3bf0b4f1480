package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// ErrGroupTaken is the conflict of a group's name.
var ErrGroupTaken = fault.New(fault.Conflict, "There is a group of this name already.")

// GroupWanted is a group as a directory wants one.
type GroupWanted struct {
	DisplayName, ExternalID string
	Members                 []string // ids of users
	Version                 int64    // that the change was made of
}

// groupActor is the provisioner of a request that changes groups, which are the whole organisation's.
func (s *Service) groupActor(ctx context.Context, who Actor) (provisioner, error) {
	p, err := s.provisioner(ctx, who)
	if err == nil && !p.Scope.All {
		err = fault.New(fault.Denied, "Groups of a directory are the whole organisation's. Use a key that sees all of it.")
	}
	return p, err
}

// ProvisionGroup makes a group and returns its id. One that is called like a role or a group of vehicles gives that to its members, as far as the key's maker may.
func (s *Service) ProvisionGroup(ctx context.Context, who Actor, want GroupWanted) (id string, err error) {
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return "", err
	}
	if want, err = want.tidied(); err != nil {
		return "", err
	}
	role, node, err := s.meant(ctx, p, want.DisplayName)
	if err != nil {
		return "", err
	}
	return id, s.write(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `INSERT INTO outrider.provisioned_group (org_id, display_name, external_id, role, node_id, created_at, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id::text`,
			p.OrgID, want.DisplayName, want.ExternalID, role, node, s.now()).Scan(&id)
		if violates(err, "provisioned_group_name") {
			return ErrGroupTaken
		}
		if err != nil {
			return fmt.Errorf("make a group of the directory of %s: %w", p.OrgID, err)
		}
		if err := note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.create", id, map[string]any{"name": want.DisplayName, "role": role, "node": node}); err != nil {
			return err
		}
		return s.setMembers(ctx, tx, p, id, want.Members)
	})
}

// ReprovisionGroup makes a group what a directory wants. Faults: not_found, invalid for a member whom it does not see, denied, conflict.
func (s *Service) ReprovisionGroup(ctx context.Context, who Actor, id string, want GroupWanted) error {
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return err
	}
	was, err := s.ProvisionedGroup(ctx, who, id, false)
	if err != nil {
		return err
	}
	if want, err = want.tidied(); err != nil {
		return err
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, p.OrgID); err != nil {
			return err
		}
		var version int64
		if err := tx.QueryRow(ctx, `SELECT version FROM outrider.provisioned_group WHERE id = $1`, was.ID).Scan(&version); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("read the version of group %s: %w", was.ID, err)
		}
		if version != want.Version {
			return ErrQuicker
		}
		if want.DisplayName != was.DisplayName || want.ExternalID != was.ExternalID {
			_, err := tx.Exec(ctx, `UPDATE outrider.provisioned_group SET display_name = $2, external_id = $3, version = version + 1, changed_at = $4 WHERE id = $1`, was.ID, want.DisplayName, want.ExternalID, s.now())
			if violates(err, "provisioned_group_name") {
				return ErrGroupTaken
			}
			if err != nil {
				return fmt.Errorf("change group %s: %w", was.ID, err)
			}
			if err := note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.update", was.ID, map[string]any{"name": want.DisplayName}); err != nil {
				return err
			}
		}
		return s.setMembers(ctx, tx, p, was.ID, want.Members)
	})
}

// WithdrawGroup removes a group. Its members lose the role that it gave them.
func (s *Service) WithdrawGroup(ctx context.Context, who Actor, id string) error {
	p, err := s.groupActor(ctx, who)
	if err != nil {
		return err
	}
	was, err := s.ProvisionedGroup(ctx, who, id, false)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := s.setMembers(ctx, tx, p, was.ID, nil); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.provisioned_group WHERE id = $1`, was.ID); err != nil {
			return fmt.Errorf("remove group %s: %w", was.ID, err)
		}
		return note(ctx, tx, p.User.ID, p.OrgID, "provisioned-group.delete", was.ID, map[string]any{"name": was.DisplayName})
	})
}

// meant is the role or the group of vehicles that a directory's group is called like; empty: neither, or one that the key's maker may not give.
func (s *Service) meant(ctx context.Context, p provisioner, name string) (role, node string, err error) {
	held, err := s.givable(ctx, p, name)
	switch kind := fault.KindOf(err); {
	case err == nil:
		return held.key(), "", nil
	case kind != fault.Invalid && kind != fault.Denied:
		return "", "", err
	}
	rows, err := s.pool.Query(ctx, `SELECT id FROM outrider.group_node WHERE org_id = $1 AND (id = $2 OR lower(label) = lower($2)) LIMIT 2`, p.OrgID, name)
	if err != nil {
		return "", "", fmt.Errorf("find a group called %s: %w", name, err)
	}
	nodes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", "", fmt.Errorf("find a group called %s: %w", name, err)
	}
	if len(nodes) == 1 {
		node = nodes[0]
	}
	return "", node, nil
}

func (w GroupWanted) tidied() (GroupWanted, error) {
	w.DisplayName = strings.TrimSpace(w.DisplayName)
	if w.DisplayName == "" || len(w.DisplayName) > maxLabel || len(w.ExternalID) > 254 {
		return w, fault.InvalidFields("The request is not valid.", fault.Field{Location: "displayName", Message: "This field is required."})
	}
	return w, nil
}
