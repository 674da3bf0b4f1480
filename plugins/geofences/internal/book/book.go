// Package book has the geofences of each organisation in memory, as they are and as they were lately, ready to be asked by position.
package book

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/store"
)

// lately is how long definitions are known that do not hold any more: a vehicle that was quiet for so long is met as if for the first time.
const lately = 31 * 24 * time.Hour

// Book has the geofences of one organisation. Put is for one goroutine at a time while nobody reads: Books sees to it.
type Book struct {
	index    *shape.Index[*watch.Fence]
	versions map[string][]*watch.Fence // of each geofence, by time
	earliest int64
}

// New returns an empty book.
func New() *Book {
	return &Book{index: shape.NewIndex[*watch.Fence](), versions: map[string][]*watch.Fence{}}
}

// Len is how many geofences there are, with those that were there lately.
func (b *Book) Len() int { return len(b.versions) }

// EarliestMs is since when there are geofences; before it nothing could have been inside one.
func (b *Book) EarliestMs() int64 { return b.earliest }

func (b *Book) findEarliest() (earliest int64) {
	for _, list := range b.versions {
		if len(list) > 0 && (earliest == 0 || list[0].FromMs < earliest) {
			earliest = list[0].FromMs
		}
	}
	return earliest
}

// Put writes all definitions of a geofence, in the order of time, in place of what was known.
func (b *Book) Put(id string, definitions []fence.Definition) {
	old := b.versions[id]
	for _, v := range old {
		b.index.Remove(v)
	}
	delete(b.versions, id)
	for _, d := range definitions {
		clock, _, err := fence.NewClock(d.Period)
		if err != nil || shape.Validate(d.Shape) != nil {
			continue // it was checked when it was kept; a zone may be gone since
		}
		v := &watch.Fence{Definition: d, Clock: clock}
		if list := b.versions[id]; len(list) > 0 && list[len(list)-1].ShapeRev == d.ShapeRev {
			v.Area = list[len(list)-1].Area
		} else {
			v.Area = shape.NewArea(d.Shape)
		}
		b.versions[id] = append(b.versions[id], v)
		if !d.Disabled {
			b.index.Put(v, v.Area)
		}
	}
	if list := b.versions[id]; len(list) > 0 && (b.earliest == 0 || list[0].FromMs < b.earliest) {
		b.earliest = list[0].FromMs
	}
	if len(old) > 0 && old[0].FromMs == b.earliest { // it may be another now
		b.earliest = b.findEarliest()
	}
}

// At implements watch.Fences.
func (b *Book) At(atMs int64, place shape.Point, found func(*watch.Fence)) {
	b.index.At(place.Lat, place.Lng, func(v *watch.Fence) {
		if v.Holds(atMs) {
			found(v)
		}
	})
}

// Along implements watch.Fences.
func (b *Book) Along(atMs int64, from, to shape.Point, found func(*watch.Fence)) {
	var seen []*watch.Fence
	b.index.Along(from, to, func(v *watch.Fence, _ *shape.Area) {
		if v.Holds(atMs) && !slices.Contains(seen, v) {
			seen = append(seen, v)
		}
	})
	slices.SortFunc(seen, func(a, b *watch.Fence) int { return strings.Compare(a.ID, b.ID) })
	for _, v := range seen {
		found(v)
	}
}

// Of implements watch.Fences.
func (b *Book) Of(id string, atMs int64) *watch.Fence {
	list := b.versions[id]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Holds(atMs) {
			return list[i]
		}
	}
	return nil
}

// Books has the book of each organisation.
type Books struct {
	now func() time.Time

	mu   sync.Mutex
	orgs map[string]*shelf
}

// shelf is the book of an organisation, and how new it is.
type shelf struct {
	mu       sync.RWMutex
	book     *Book
	revision int64
	looked   time.Time
}

// NewBooks returns no books.
func NewBooks(now func() time.Time) *Books { return &Books{now: now, orgs: map[string]*shelf{}} }

func (b *Books) shelf(orgID string) *shelf {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.orgs[orgID]
	if s == nil {
		s = &shelf{book: New()}
		b.orgs[orgID] = s
	}
	return s
}

// fresh is how long an organisation without geofences is taken to have none.
const fresh = time.Second

// Idle reports whether an organisation had no geofences a moment ago, so that nobody has to look.
func (b *Books) Idle(orgID string) bool {
	s := b.shelf(orgID)
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.book.Len() == 0 && b.now().Sub(s.looked) < fresh
}

// Read hands the book of an organisation to do, as new as the transaction. Nothing changes it meanwhile.
func (b *Books) Read(tx *gorm.DB, orgID string, do func(*Book) error) error {
	s := b.shelf(orgID)
	if err := b.renew(tx, orgID, s); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return do(s.book)
}

// renew reads what has changed since the book was read.
func (b *Books) renew(tx *gorm.DB, orgID string, s *shelf) error {
	revisions, err := store.Rows[int64](tx, `SELECT revision FROM geofences.revision WHERE org_id = ?`, orgID)
	if err != nil {
		return fmt.Errorf("look for changed geofences: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looked = b.now()
	if len(revisions) == 0 || revisions[0] <= s.revision {
		return nil
	}
	changed, err := read(tx, orgID, s.revision, b.now().Add(-lately).UnixMilli())
	if err != nil {
		return err
	}
	for id, list := range changed {
		s.book.Put(id, list)
	}
	s.revision = revisions[0]
	return nil
}

// Since is a book of an organisation with all definitions that held at some time since.
func Since(tx *gorm.DB, orgID string, sinceMs int64) (*Book, error) {
	all, err := read(tx, orgID, 0, sinceMs)
	if err != nil {
		return nil, err
	}
	b := New()
	for id, list := range all {
		b.Put(id, list)
	}
	return b, nil
}

// read reads the definitions of geofences that changed after a revision, those that held at some time since.
func read(tx *gorm.DB, orgID string, revision, sinceMs int64) (map[string][]fence.Definition, error) {
	rows, err := store.Rows[struct {
		GeofenceID   string
		FromMs, ToMs int64
		Definition   json.RawMessage
	}](tx, `SELECT d.geofence_id, d.from_ms, d.to_ms, d.definition FROM geofences.geofence g JOIN geofences.definition d ON d.org_id = g.org_id AND d.geofence_id = g.id
		WHERE g.org_id = ? AND g.revision > ? AND (d.to_ms = 0 OR d.to_ms > ?) ORDER BY d.geofence_id, d.from_ms`, orgID, revision, sinceMs)
	if err != nil {
		return nil, fmt.Errorf("read geofences: %w", err)
	}
	all := map[string][]fence.Definition{}
	for _, r := range rows {
		var d fence.Definition
		if err := json.Unmarshal(r.Definition, &d); err != nil {
			return nil, fmt.Errorf("read geofence %s: %w", r.GeofenceID, err)
		}
		d.FromMs, d.ToMs = r.FromMs, r.ToMs
		all[r.GeofenceID] = append(all[r.GeofenceID], d)
	}
	return all, nil
}
