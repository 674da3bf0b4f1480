package fence

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// words has the names and descriptions of the geofences of each organisation that was searched, in small letters. No index of the database serves a part of a word below row-level security.
type words struct {
	mu   sync.Mutex
	orgs map[string]*orgWords
}

// orgWords are those of one organisation, as of a revision.
type orgWords struct {
	mu       sync.Mutex
	revision int64
	of       map[string]string // by the geofence's id; a NUL stands between name and description
}

func newWords() *words { return &words{orgs: map[string]*orgWords{}} }

// find returns the ids of an organisation's geofences that have each of some words in the name or the description, as new as the transaction.
func (w *words) find(tx *gorm.DB, orgID string, all []string) (ids []string, err error) {
	w.mu.Lock()
	o := w.orgs[orgID]
	if o == nil {
		o = &orgWords{of: map[string]string{}}
		w.orgs[orgID] = o
	}
	w.mu.Unlock()
	wanted := make([]string, len(all))
	for i, one := range all {
		wanted[i] = strings.ToLower(one)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.renew(tx, orgID); err != nil {
		return nil, fmt.Errorf("find words: %w", err)
	}
	for id, text := range o.of {
		if !slices.ContainsFunc(wanted, func(one string) bool { return !strings.Contains(text, one) }) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// renew reads what has changed since the words were read.
func (o *orgWords) renew(tx *gorm.DB, orgID string) error {
	revisions, err := store.Rows[int64](tx, `SELECT revision FROM geofences.revision WHERE org_id = ?`, orgID)
	if err != nil || len(revisions) == 0 || revisions[0] <= o.revision {
		return err
	}
	changed, err := store.Rows[struct {
		ID, Name, Description string
		Deleted               bool
	}](tx, `SELECT id, name, description, deleted_ms > 0 AS deleted FROM geofences.geofence WHERE org_id = ? AND revision > ?`, orgID, o.revision)
	if err != nil {
		return err
	}
	for _, one := range changed {
		if o.of[one.ID] = strings.ToLower(one.Name + "\x00" + one.Description); one.Deleted {
			delete(o.of, one.ID)
		}
	}
	o.revision = revisions[0]
	return nil
}
