package postgres

import (
	"slices"

	"outrider.dev/sdk/store"
)

const (
	// daysInBlock is how many days alerts.rollup_block has together.
	daysInBlock = 32
	// farInBlock is how many alerts of a block may come before a page without asking in which of its days the page begins.
	farInBlock = 2_000
)

// stretch is how many alerts of a time match: of a part of a day, of a day, of a block of days.
type stretch struct {
	FromMs, ToMs int64
	Alerts       int64
}

// sums are stretches that follow each other, the newest first; those without alerts may be missing.
type sums []stretch

func (s sums) total() (n int64) {
	for _, one := range s {
		n += one.Alerts
	}
	return n
}

// sum asks the counts of blocks and days, and counts the parts of days at both ends.
func (f *finder) sum() (sums, error) {
	q := f.query
	first := (q.FromMs + dayMs - 1) / dayMs // whole days: first <= day < last
	last := max(first, q.ToMs/dayMs)
	if first == last {
		return f.part(nil, q.FromMs, q.ToMs)
	}
	found, err := f.part(nil, last*dayMs, q.ToMs)
	if err != nil {
		return nil, err
	}
	whole, err := f.whole(first, last)
	if err != nil {
		return nil, err
	}
	return f.part(append(found, whole...), q.FromMs, first*dayMs)
}

// part appends a part of a day.
func (f *finder) part(found sums, fromMs, toMs int64) (sums, error) {
	n, err := f.count(fromMs, toMs, 0)
	if n > 0 {
		found = append(found, stretch{fromMs, toMs, n})
	}
	return found, err
}

// whole are days, as blocks as far as they make blocks.
func (f *finder) whole(first, last int64) (found sums, err error) {
	firstBlock := (first + daysInBlock - 1) / daysInBlock
	lastBlock := last / daysInBlock
	if firstBlock >= lastBlock {
		return f.ask(days, first, last)
	}
	for _, part := range []struct {
		of          counts
		first, last int64
	}{
		{days, lastBlock * daysInBlock, last},
		{blocks, firstBlock, lastBlock},
		{days, first, firstBlock * daysInBlock},
	} {
		some, err := f.ask(part.of, part.first, part.last)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// counts is a view of counts of so many days each.
type counts struct {
	view, column string
	days         int64
}

var (
	days   = counts{"counts", "day", 1}
	blocks = counts{"counts_of_blocks", "block", daysInBlock}
)

// counts are the conditions of the query for first <= column < last.
func (f *finder) counts(of counts, first, last int64) *conditions {
	c := &conditions{}
	c.add("a.org_id = ?", f.caller.OrgID)
	c.add("a."+of.column+" >= ? AND a."+of.column+" < ?", first, last)
	f.query.alike(c)
	return c
}

// ask asks counts for first <= column < last.
func (f *finder) ask(of counts, first, last int64) (found sums, err error) {
	if first >= last {
		return nil, nil
	}
	c := f.counts(of, first, last)
	length := of.days * dayMs
	return store.Rows[stretch](f.tx, `SELECT a.`+of.column+` * ?::bigint AS from_ms, (a.`+of.column+` + 1) * ?::bigint AS to_ms, sum(a.alerts)::bigint AS alerts FROM alerts.`+of.view+` a
		WHERE `+c.sql()+` GROUP BY a.`+of.column+` HAVING sum(a.alerts) > 0 ORDER BY a.`+of.column+` DESC`, append([]any{length, length}, c.args...)...)
}

// within is the time that holds so many alerts after so many, in the query's order of time, and how many of that time come before them.
func (f *finder) within(skip, size int64) (fromMs, toMs, rest int64, err error) {
	list, rest := f.inOrder(f.sums), skip
	for len(list) > 0 && rest >= list[0].Alerts {
		rest -= list[0].Alerts
		list = list[1:]
	}
	if len(list) == 0 {
		return f.query.FromMs, f.query.FromMs, 0, nil // beyond all
	}
	if begin := list[0]; rest > farInBlock && begin.ToMs-begin.FromMs > dayMs {
		some, err := f.ask(days, begin.FromMs/dayMs, begin.ToMs/dayMs)
		if err != nil {
			return 0, 0, 0, err
		}
		f.sums = f.inOrder(slices.Concat(f.inOrder(some), list[1:]))
		return f.within(rest, size)
	}
	fromMs, toMs = list[0].FromMs, list[0].ToMs
	for room := rest + size; len(list) > 0 && room > 0; list = list[1:] {
		room -= list[0].Alerts
		fromMs, toMs = min(fromMs, list[0].FromMs), max(toMs, list[0].ToMs)
	}
	return fromMs, toMs, rest, nil
}

// inOrder turns sums around for a query that begins with the oldest, and back.
func (f *finder) inOrder(list sums) sums {
	if f.query.Order == "oldest" {
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	return list
}
