package postgres

import (
	"fmt"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
)

// byValue reads so many alerts after so many in the order of severity or type: those of one value follow those of another, each in the order of time,
// and the days' counts say how many there are of each.
func (f *finder) byValue(skip, size int64) (found []alert.Alert, err error) {
	values, err := f.values()
	if err != nil {
		return nil, err
	}
	for _, one := range values {
		if one.sums, err = one.sum(); err != nil {
			return nil, err
		}
		total := one.sums.total()
		if skip >= total {
			skip -= total
			continue
		}
		some, err := one.rows(skip, min(size, total-skip), total)
		if err != nil {
			return nil, err
		}
		found, skip, size = append(found, some...), 0, size-int64(len(some))
		if size <= 0 {
			break
		}
	}
	return found, nil
}

// values are finders of one severity or type each, in the query's order.
func (f *finder) values() (list []*finder, err error) {
	column, order := "alert_type", "1"
	if f.query.Order == "severity" {
		column, order = "severity", "1 DESC"
	}
	c := f.counts(blocks, f.query.FromMs/dayMs/daysInBlock, f.query.ToMs/dayMs/daysInBlock+1)
	type value struct {
		AlertType string
		Severity  int
	}
	found, err := store.Rows[value](f.tx, fmt.Sprintf(`SELECT DISTINCT a.%s FROM alerts.%s a WHERE %s AND a.alerts > 0 ORDER BY %s`, column, blocks.view, c.sql(), order), c.args...)
	for _, value := range found {
		one := *f
		one.query.Order = ""
		if column == "severity" {
			one.query.Severities = []int{value.Severity}
		} else {
			one.query.Types = []string{value.AlertType}
		}
		list = append(list, &one)
	}
	return list, err
}
