package postgres

import (
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/web"
)

const (
	dayMs = 24 * 60 * 60 * 1000
	// stride is how many rows are passed over one by one before the days' counts are asked where to begin.
	stride = 2_000
)

// finder answers one query in one transaction.
type finder struct {
	store  *Store
	tx     *gorm.DB
	caller web.CallerInfo
	query  Query
}

// total counts what matches: one by one up to Exactly, beyond it by days where their counts can answer.
func (f finder) total() (int64, error) {
	counted := f.query.counted(f.caller)
	limit := int64(Exactly + 1)
	if !counted {
		limit = 1 << 40
	}
	n, err := f.count(f.query.FromMs, f.query.ToMs, limit)
	if err != nil || n <= Exactly || !counted {
		return n, err
	}
	days, err := f.days()
	if err != nil {
		return 0, err
	}
	n = 0
	for _, d := range days {
		n += d.Alerts
	}
	first, last := f.wholeDays()
	before, err := f.count(f.query.FromMs, first*dayMs, limit)
	if err != nil {
		return 0, err
	}
	after, err := f.count(last*dayMs, f.query.ToMs, 1<<40)
	return n + before + after, err
}

// wholeDays are the days that lie within the query's time: first <= day < last.
func (f finder) wholeDays() (first, last int64) {
	first, last = (f.query.FromMs+dayMs-1)/dayMs, f.query.ToMs/dayMs
	return first, max(first, last)
}

// count counts one by one, up to limit.
func (f finder) count(fromMs, toMs, limit int64) (n int64, err error) {
	if fromMs >= toMs {
		return 0, nil
	}
	where := f.store.where(f.query, f.caller, fromMs, toMs)
	err = f.tx.Raw(`SELECT count(*) FROM (SELECT FROM alerts.alert a WHERE `+where.sql()+` LIMIT ?) found`, append(where.args, limit)...).Scan(&n).Error
	return n, err
}

// day is how many alerts of a day match.
type day struct {
	Day    int64
	Alerts int64
}

// days are the whole days of the query, the newest first.
func (f finder) days() (found []day, err error) {
	first, last := f.wholeDays()
	c := &conditions{}
	c.add("a.org_id = ? AND a.day >= ? AND a.day < ?", f.caller.OrgID, first, last)
	f.query.alike(c)
	err = f.tx.Raw(`SELECT a.day, sum(a.alerts)::bigint AS alerts FROM alerts.counts a WHERE `+c.sql()+` GROUP BY a.day HAVING sum(a.alerts) > 0 ORDER BY a.day DESC`, c.args...).Scan(&found).Error
	return found, err
}

// page reads the query's page.
func (f finder) page() (found []alert.Alert, err error) {
	toMs, skip := f.query.ToMs, int64(f.query.Page-1)*int64(f.query.Size)
	if skip > stride && f.query.Order == "" && f.query.counted(f.caller) {
		if toMs, skip, err = f.begin(skip); err != nil {
			return nil, err
		}
	}
	where := f.store.where(f.query, f.caller, f.query.FromMs, toMs)
	order := orders[f.query.Order]
	args := append(where.args, f.query.Size, skip)
	err = f.tx.Raw(`SELECT `+columns+` FROM (SELECT * FROM alerts.alert a WHERE `+where.sql()+` ORDER BY `+order+` LIMIT ? OFFSET ?) a`+joined+` ORDER BY `+order, args...).Scan(&found).Error
	return found, err
}

// begin finds the end of the day in which a far page of the newest first begins, and how many alerts of that day come before it.
func (f finder) begin(skip int64) (toMs, rest int64, err error) {
	first, last := f.wholeDays()
	newest, err := f.count(last*dayMs, f.query.ToMs, skip+1)
	if err != nil || skip <= newest || first == last {
		return f.query.ToMs, skip, err
	}
	days, err := f.days()
	if err != nil {
		return 0, 0, err
	}
	skip -= newest
	for _, d := range days {
		if skip < d.Alerts {
			return (d.Day + 1) * dayMs, skip, nil
		}
		skip -= d.Alerts
	}
	return first * dayMs, skip, nil
}
