package fence

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

var (
	errNone    = fault.New(fault.NotFound, "There is no such geofence.")
	errChanged = fault.New(fault.Conflict, "Somebody changed this geofence meanwhile. Load it again.")
)

// Changed is told, in the transaction that changes a geofence, how it is now and since when; a deleted one is disabled, and of a new one, in which nobody is, it is
// not told. Whoever keeps who is inside ends what the change ends.
type Changed func(tx *gorm.DB, orgID string, d Definition, atMs int64) error

// Store keeps geofences.
type Store struct {
	db      *store.DB
	now     func() time.Time
	changed []Changed
}

// NewStore keeps geofences in a database.
func NewStore(db *store.DB, now func() time.Time, changed ...Changed) *Store {
	return &Store{db: db, now: now, changed: changed}
}

// row is how a geofence is read.
type row struct {
	ID, Name, Description, Colour   string
	Shape, Triggers, Period         json.RawMessage
	Emails, Vehicles, Groups, Share json.RawMessage
	ShapeRev, Version               int
	Disabled, AllVehicles           bool
	Path, CreatedBy                 string
	CreatedMs, ChangedMs            int64
}

const columns = `g.id, g.name, g.description, g.colour, g.shape, g.triggers, g.period, g.emails, g.shape_rev, g.version, g.disabled, g.all_vehicles, g.path, g.created_by, g.created_ms, g.changed_ms,
	(SELECT coalesce(jsonb_agg(vehicle_id ORDER BY vehicle_id), '[]') FROM geofences.geofence_vehicle x WHERE x.org_id = g.org_id AND x.geofence_id = g.id) AS vehicles,
	(SELECT coalesce(jsonb_agg(group_id ORDER BY group_id), '[]') FROM geofences.geofence_group x WHERE x.org_id = g.org_id AND x.geofence_id = g.id) AS groups,
	(SELECT coalesce(jsonb_agg(user_id ORDER BY user_id), '[]') FROM geofences.geofence_share x WHERE x.org_id = g.org_id AND x.geofence_id = g.id) AS share`

func (r row) fence() (Fence, error) {
	f := Fence{
		Definition: Definition{
			ID: r.ID, Name: r.Name, Colour: r.Colour, ShapeRev: r.ShapeRev, Disabled: r.Disabled, Path: r.Path, Association: Association{All: r.AllVehicles},
		},
		Description: r.Description, CreatedBy: r.CreatedBy, CreatedMs: r.CreatedMs, ChangedMs: r.ChangedMs, Version: r.Version,
	}
	for _, part := range []struct {
		raw  json.RawMessage
		into any
	}{
		{r.Shape, &f.Shape}, {r.Triggers, &f.Triggers}, {r.Period, &f.Period}, {r.Emails, &f.Emails}, {r.Vehicles, &f.VehicleIDs}, {r.Groups, &f.GroupIDs}, {r.Share, &f.SharedWith},
	} {
		if len(part.raw) == 0 {
			continue
		}
		if err := json.Unmarshal(part.raw, part.into); err != nil {
			return Fence{}, fmt.Errorf("read geofence %s: %w", r.ID, err)
		}
	}
	return f, nil
}

// Visible is a condition on geofences g: those that a caller sees, by the group of whoever made them, as their maker, or because they were shared.
func Visible(caller web.CallerInfo) (condition string, args []any) {
	condition, args = VisibleThen(caller)
	return `g.deleted_ms = 0 AND ` + condition, args
}

// VisibleThen is Visible with those that were deleted: who saw one until then sees what happened there.
func VisibleThen(caller web.CallerInfo) (condition string, args []any) {
	if caller.Scope.All {
		return "true", nil
	}
	condition = `(g.created_by = ? OR EXISTS (SELECT FROM geofences.geofence_share s WHERE s.org_id = g.org_id AND s.geofence_id = g.id AND s.user_id = ?)`
	args = []any{caller.UserID, caller.UserID}
	if path := caller.Scope.Path; path != "" {
		condition += ` OR (g.path >= ? AND g.path < ?)`
		args = append(args, path, web.PathEnd(path))
	}
	return condition + `)`, args
}

// owns reports whether a caller may change a geofence that it sees: one that was only shared is for looking at.
func owns(caller web.CallerInfo, f Fence) bool {
	return caller.UserID == f.CreatedBy || caller.Scope.Sees(f.Path, "")
}

// find reads a geofence that the caller of the transaction's context sees.
func find(tx *gorm.DB, caller web.CallerInfo, id string) (Fence, error) {
	seen, args := Visible(caller)
	found, err := store.Rows[row](tx, `SELECT `+columns+` FROM geofences.geofence g WHERE g.org_id = ? AND g.id = ? AND `+seen, append([]any{caller.OrgID, id}, args...)...)
	if err != nil {
		return Fence{}, fmt.Errorf("find geofence %s: %w", id, err)
	}
	if len(found) == 0 {
		return Fence{}, errNone
	}
	return found[0].fence()
}

// Find reads a geofence that the caller of ctx sees; fault.NotFound.
func (s *Store) Find(ctx context.Context, id string) (f Fence, err error) {
	err = s.db.Read(ctx, func(tx *gorm.DB) error {
		f, err = find(tx, web.Caller(ctx), id)
		return err
	})
	return f, err
}

// Create keeps a new geofence.
func (s *Store) Create(ctx context.Context, orgID string, f Fence) (Fence, error) {
	f.CreatedMs, f.ChangedMs, f.Version, f.ShapeRev = s.now().UnixMilli(), s.now().UnixMilli(), 1, 1
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return keep(tx, orgID, f.ChangedMs, f)
	})
	if err != nil {
		return Fence{}, fmt.Errorf("create geofence: %w", err)
	}
	return f, nil
}

// CreateAll keeps new geofences: all of them, or none.
func (s *Store) CreateAll(ctx context.Context, orgID string, list []Fence) error {
	atMs := s.now().UnixMilli()
	made := slices.Clone(list)
	for i := range made {
		made[i].CreatedMs, made[i].ChangedMs, made[i].Version, made[i].ShapeRev = atMs, atMs, 1, 1
	}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return keep(tx, orgID, atMs, made...) })
	if err != nil {
		return fmt.Errorf("create %d geofences: %w", len(list), err)
	}
	return nil
}

// CreateOnce keeps a geofence with an id that was never there, also not until it was deleted.
func (s *Store) CreateOnce(ctx context.Context, orgID string, f Fence) error {
	f.CreatedMs, f.ChangedMs, f.Version, f.ShapeRev = s.now().UnixMilli(), s.now().UnixMilli(), 1, 1
	return s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		there, err := store.Rows[string](tx, `SELECT id FROM geofences.geofence WHERE org_id = ? AND id = ?`, orgID, f.ID)
		if err != nil || len(there) > 0 {
			return err
		}
		return keep(tx, orgID, f.ChangedMs, f)
	})
}

// Change has edit change a geofence that the caller of ctx sees; version is the one that the caller saw, 0 for any.
func (s *Store) Change(ctx context.Context, id string, version int, edit func(f *Fence) error) (after Fence, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		if err := lock(tx, caller.OrgID, id); err != nil {
			return err
		}
		before, err := find(tx, caller, id)
		if err != nil {
			return err
		}
		after = before
		if err := edit(&after); err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return errChanged
		}
		after.ChangedMs, after.Version = max(s.now().UnixMilli(), before.ChangedMs+1), before.Version+1
		if !sameShape(before.Shape, after.Shape) {
			after.ShapeRev++
		}
		if err := keep(tx, caller.OrgID, after.ChangedMs, after); err != nil {
			return err
		}
		return s.tell(tx, caller.OrgID, after.Definition, after.ChangedMs)
	})
	if err != nil {
		return Fence{}, fmt.Errorf("change geofence %s: %w", id, err)
	}
	return after, nil
}

// Delete takes a geofence away. Its visits stay, how it was, and with whom it was shared: they go on seeing what happened there.
func (s *Store) Delete(ctx context.Context, id string, may func(Fence) error) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		if err := lock(tx, caller.OrgID, id); err != nil {
			return err
		}
		f, err := find(tx, caller, id)
		if err != nil {
			return err
		}
		if err := may(f); err != nil {
			return err
		}
		at := max(s.now().UnixMilli(), f.ChangedMs+1)
		revision, err := nextRevision(tx, caller.OrgID)
		if err != nil {
			return err
		}
		if _, err := store.Exec(tx, `UPDATE geofences.geofence SET deleted_ms = ?, changed_ms = ?, version = version + 1, revision = ? WHERE org_id = ? AND id = ?`, at, at, revision, caller.OrgID, id); err != nil {
			return err
		}
		f.Disabled = true
		if err := define(tx, caller.OrgID, at, []Definition{f.Definition}); err != nil {
			return err
		}
		return s.tell(tx, caller.OrgID, f.Definition, at)
	})
	if err != nil {
		return fmt.Errorf("delete geofence %s: %w", id, err)
	}
	return nil
}

// lock has changes of one geofence wait for each other.
func lock(tx *gorm.DB, orgID, id string) error {
	_, err := store.Exec(tx, `SELECT FROM geofences.geofence WHERE org_id = ? AND id = ? FOR UPDATE`, orgID, id)
	return err
}

func sameShape(a, b shape.Shape) bool {
	if a.Type != b.Type || a.RadiusM != b.RadiusM || (a.Center == nil) != (b.Center == nil) {
		return false
	}
	return (a.Center == nil || *a.Center == *b.Center) && slices.Equal(a.Points, b.Points)
}

func nextRevision(tx *gorm.DB, orgID string) (int64, error) {
	return store.One[int64](tx, `INSERT INTO geofences.revision AS r (org_id, revision) VALUES (?, 1) ON CONFLICT (org_id) DO UPDATE SET revision = r.revision + 1 RETURNING revision`, orgID)
}

// tell tells those who have to know how a geofence is from a time on.
func (s *Store) tell(tx *gorm.DB, orgID string, d Definition, atMs int64) error {
	d.FromMs = atMs
	for _, told := range s.changed {
		if err := told(tx, orgID, d, atMs); err != nil {
			return err
		}
	}
	return nil
}
