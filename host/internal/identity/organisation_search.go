package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// SearchOrganisations finds at most `most` organisations by a part of their name or id, in the order of their names; an empty text finds all.
func (s *Service) SearchOrganisations(ctx context.Context, text string, most int) ([]*pluginv1.Organisation, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+organisationColumns+` FROM outrider.organisation
		WHERE strpos(lower(name), $1) > 0 OR strpos(id, $1) > 0 ORDER BY name, id LIMIT $2`, strings.ToLower(strings.TrimSpace(text)), most)
	if err != nil {
		return nil, fmt.Errorf("search organisations: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanOrganisation)
	if err != nil {
		return nil, fmt.Errorf("search organisations: %w", err)
	}
	return found, nil
}
