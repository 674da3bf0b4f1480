package postgres

import (
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/web"
)

const dayMs = 24 * 60 * 60 * 1000

// finder answers one query in one transaction.
type finder struct {
	store  *Store
	tx     *gorm.DB
	caller web.CallerInfo
	query  Query
	sums   *sums // what the days' counts say; nil until asked, and where they cannot answer
}

// sums are how many alerts match: of the newest part of a day, of whole days, of the oldest part of a day.
type sums struct {
	newest, oldest int64
	days           []day
}

func (s sums) total() int64 {
	n := s.newest + s.oldest
	for _, d := range s.days {
		n += d.Alerts
	}
	return n
}

// total counts what matches: by the days' counts where they can answer, else one by one.
func (f *finder) total() (int64, error) {
	if !f.query.counted(f.caller) {
		return f.count(f.query.FromMs, f.query.ToMs)
	}
	if err := f.sum(); err != nil {
		return 0, err
	}
	return f.sums.total(), nil
}

// sum asks the days' counts, and counts the parts of days at both ends.
func (f *finder) sum() (err error) {
	if f.sums != nil {
		return nil
	}
	var s sums
	if s.days, err = f.days(); err != nil {
		return err
	}
	first, last := f.wholeDays()
	if first*dayMs >= f.query.ToMs { // within one day
		s.newest, err = f.count(f.query.FromMs, f.query.ToMs)
	} else {
		if s.oldest, err = f.count(f.query.FromMs, first*dayMs); err == nil {
			s.newest, err = f.count(last*dayMs, f.query.ToMs)
		}
	}
	f.sums = &s
	return err
}

// wholeDays are the days that lie within the query's time: first <= day < last.
func (f *finder) wholeDays() (first, last int64) {
	first, last = (f.query.FromMs+dayMs-1)/dayMs, f.query.ToMs/dayMs
	return first, max(first, last)
}

// count counts one by one.
func (f *finder) count(fromMs, toMs int64) (n int64, err error) {
	if fromMs >= toMs {
		return 0, nil
	}
	where := f.store.where(f.query, f.caller, fromMs, toMs)
	err = f.tx.Raw(`SELECT count(*) FROM alerts.alert a WHERE `+where.sql(), where.args...).Scan(&n).Error
	return n, err
}

// day is how many alerts of a day match.
type day struct {
	Day    int64
	Alerts int64
}

// days are the whole days of the query, the newest first.
func (f *finder) days() (found []day, err error) {
	first, last := f.wholeDays()
	c := &conditions{}
	c.add("a.org_id = ? AND a.day >= ? AND a.day < ?", f.caller.OrgID, first, last)
	f.query.alike(c)
	err = f.tx.Raw(`SELECT a.day, sum(a.alerts)::bigint AS alerts FROM alerts.counts a WHERE `+c.sql()+` GROUP BY a.day HAVING sum(a.alerts) > 0 ORDER BY a.day DESC`, c.args...).Scan(&found).Error
	return found, err
}

// page reads the query's page: first which alerts are on it, from an index alone where it has all that is asked, then these.
func (f *finder) page() (found []alert.Alert, err error) {
	fromMs, toMs, skip := f.query.FromMs, f.query.ToMs, int64(f.query.Page-1)*int64(f.query.Size)
	if f.query.Order == "" && f.sums != nil {
		fromMs, toMs, skip = f.within(skip, int64(f.query.Size))
	}
	where := f.store.where(f.query, f.caller, fromMs, toMs)
	order := orders[f.query.Order]
	args := append(where.args, f.query.Size, skip)
	err = f.tx.Raw(`SELECT `+columns+` FROM (SELECT a.org_id, a.id FROM alerts.alert a WHERE `+where.sql()+` ORDER BY `+order+` LIMIT ? OFFSET ?) k
		JOIN alerts.alert a ON a.org_id = k.org_id AND a.id = k.id`+joined+` ORDER BY `+order, args...).Scan(&found).Error
	return found, err
}

// within is the stretch of days that holds the alerts from skip on, size of them, the newest first, and how many of that stretch come before.
func (f *finder) within(skip, size int64) (fromMs, toMs, rest int64) {
	s := f.sums
	first, last := f.wholeDays()
	fromMs, toMs, rest = f.query.FromMs, f.query.ToMs, skip
	passed := s.newest // alerts of what is newer than the day that is looked at
	begun := skip < passed
	for _, d := range s.days {
		if !begun && skip < passed+d.Alerts {
			begun, toMs, rest = true, min((d.Day+1)*dayMs, f.query.ToMs), skip-passed
		}
		passed += d.Alerts
		if begun && passed >= skip+size {
			return max(d.Day*dayMs, f.query.FromMs), toMs, rest
		}
	}
	if !begun && first < last {
		toMs, rest = first*dayMs, skip-passed // in the oldest part of a day, or beyond all
	}
	return fromMs, toMs, rest
}
