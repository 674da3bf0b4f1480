package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

const (
	dayMs = 24 * 60 * 60 * 1000
	// exact is how many alerts are counted one by one at most, where the days' counts cannot answer.
	exact = 10_000
	// exactOfVehicles is the same for a query of vehicles whose index has all that is asked.
	exactOfVehicles = 50_000
	// sample is from how many of the newest alerts is taken which part of more than exact it is that the caller asks for.
	sample = 6_000
)

// finder answers one query in one transaction.
type finder struct {
	store  *Store
	tx     *gorm.DB
	caller web.CallerInfo
	query  Query
	seen   []string // the vehicles that the caller sees, where they are part of the organisation's and not too many to name
	sums   sums     // what the days' counts say; nil where they cannot answer
	about  bool     // the total is an estimate
}

// mostNamed is how many vehicles a query names at most. The database plans for as many as are named; of others it thinks that they are few.
const mostNamed = 2_000

// newFinder looks up whom the query is about.
func (s *Store) newFinder(ctx context.Context, tx *gorm.DB, q Query) (*finder, error) {
	f := &finder{store: s, tx: tx, caller: web.Caller(ctx), query: q}
	if seesAll(f.caller) || isDriver(f.caller) {
		return f, nil
	}
	ids, args := s.fleet.SeenIDs(f.caller)
	found, err := store.Rows[string](tx, `SELECT v.id FROM (`+ids+`) v (id) LIMIT ?`, append(args, mostNamed+1)...)
	if err == nil && len(found) <= mostNamed {
		f.seen = append([]string{}, found...)
	}
	return f, err
}

// total counts what matches: by the days' counts where they can answer, else one by one, and beyond exact in proportion to what they say.
func (f *finder) total() (n int64, err error) {
	if f.counted() {
		f.sums, err = f.sum()
		return f.sums.total(), err
	}
	most := f.query.exactly()
	if n, err = f.count(f.query.FromMs, f.query.ToMs, most+1); err != nil || n <= most {
		return n, err
	}
	f.about = true
	about, err := f.estimate()
	return max(n, about), err
}

// counted reports whether the days' counts can answer the query: they are of the whole organisation.
func (f *finder) counted() bool {
	return f.query.alikeOnly() && len(f.query.Groups) == 0 && seesAll(f.caller)
}

// estimate is the part of what the organisation has that is like it, taken from the newest, in proportion to what the days' counts say of all.
func (f *finder) estimate() (int64, error) {
	all := f.organisation()
	sums, err := all.sum()
	if err != nil {
		return 0, err
	}
	whole, alike := f.where(f.query.FromMs, f.query.ToMs, false), all.where(f.query.FromMs, f.query.ToMs, false)
	args := append(append(whole.args, alike.args...), sample)
	part, err := store.One[struct{ Matching, Looked int64 }](f.tx, `SELECT count(*) FILTER (WHERE `+whole.sql()+`) AS matching, count(*) AS looked
		FROM (SELECT a.* FROM alerts.alert a WHERE `+alike.sql()+` ORDER BY a.event_ms DESC, a.id DESC LIMIT ?) a`, args...)
	return sums.total() * part.Matching / max(1, part.Looked), err
}

// organisation is the finder of those of the query's conditions that the days' counts can answer, for who sees everything.
func (f *finder) organisation() *finder {
	q := f.query
	return &finder{
		store: f.store, tx: f.tx, caller: web.CallerInfo{OrgID: f.caller.OrgID, Scope: web.Scope{All: true}},
		query: Query{
			FromMs: q.FromMs, ToMs: q.ToMs, Kinds: q.Kinds, Types: q.Types, Qualities: q.Qualities, Severities: q.Severities, Read: q.Read, Archived: q.Archived, Flagged: q.Flagged,
		},
	}
}

// where is the query for what the caller sees; few: it is thought to find few alerts.
func (f *finder) where(fromMs, toMs int64, few bool) *conditions {
	c := f.query.where(f.caller, fromMs, toMs)
	if f.seen != nil {
		c.add("a.vehicle_id = ANY(?)", &f.seen)
		return c
	}
	seen := f.store.seen
	if few {
		seen = f.store.seenAmongFew
	}
	sql, args := seen(f.caller)
	c.add(sql, args...)
	return c
}

// count counts one by one, at most so many; 0: all.
func (f *finder) count(fromMs, toMs, most int64) (n int64, err error) {
	if fromMs >= toMs {
		return 0, nil
	}
	where := f.where(fromMs, toMs, true)
	if most == 0 {
		n, err = store.One[int64](f.tx, `SELECT count(*) FROM alerts.alert a WHERE `+where.sql(), where.args...)
		return n, err
	}
	n, err = store.One[int64](f.tx, `SELECT count(*) FROM (SELECT FROM alerts.alert a WHERE `+where.sql()+` LIMIT ?) found`, append(where.args, most)...)
	return n, err
}

// page reads the query's page of so many in total.
func (f *finder) page(total int64) (found []alert.Alert, err error) {
	skip, size := int64(f.query.Page-1)*int64(f.query.Size), int64(f.query.Size)
	switch {
	case skip >= total:
		return nil, nil
	case f.sums != nil && (f.query.Order == "severity" || f.query.Order == "type"):
		return f.byValue(skip, size)
	default:
		return f.rows(skip, size, total)
	}
}

// rows reads so many alerts after so many, of so many in total: first which alerts these are, from an index alone where it has all that is asked, then these.
func (f *finder) rows(skip, size, total int64) (found []alert.Alert, err error) {
	fromMs, toMs := f.query.FromMs, f.query.ToMs
	if f.sums != nil && (f.query.Order == "" || f.query.Order == "oldest") {
		if fromMs, toMs, skip, err = f.within(skip, size); err != nil {
			return nil, err
		}
	}
	where := f.where(fromMs, toMs, (skip+size)*4 > total) // a page early among many is soon found in the order of time
	order := orders[f.query.Order]
	args := append(where.args, size, skip)
	found, err = store.Rows[alert.Alert](f.tx, `SELECT `+columns+` FROM (SELECT a.org_id, a.id FROM alerts.alert a WHERE `+where.sql()+` ORDER BY `+order+` LIMIT ? OFFSET ?) k
		JOIN alerts.alert a ON a.org_id = k.org_id AND a.id = k.id`+joined+` ORDER BY `+order, args...)
	return found, err
}
