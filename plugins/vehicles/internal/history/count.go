package history

import (
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// How much of a day counts as its head and its tail. Of packed samples it is the whole span in which that lies.
const (
	Head = Silence
	Tail = 2 * time.Hour
)

// Count is how many samples of a device were taken on a day, repeats of packed ones included: the same numbers mean that nothing came since.
type Count struct{ Samples, Head, Tail int64 }

// Counts are those of devices, by device and day.
type Counts map[string]map[int64]Count

// CountDays counts the samples of devices on each day from first to last.
func CountDays(tx *gorm.DB, orgID string, devices []string, first, last int64) (Counts, error) {
	found, err := store.Rows[struct {
		DeviceID string
		Day      int64
		Count
	}](tx, `
		SELECT device_id, day, sum(samples)::bigint AS samples, sum(head)::bigint AS head, sum(tail)::bigint AS tail FROM (
			SELECT s.device_id, s.time_ms / @day AS day, count(*) AS samples, count(*) FILTER (WHERE s.time_ms % @day < @head) AS head, count(*) FILTER (WHERE s.time_ms % @day >= @tail) AS tail
			FROM vehicles.sample s WHERE s.org_id = @org AND s.device_id = ANY(@devices) AND s.time_ms >= @from AND s.time_ms < @to GROUP BY 1, 2
			UNION ALL
			SELECT p.device_id, p.span_ms / @day, p.taken, CASE WHEN p.span_ms % @day = 0 THEN p.taken ELSE 0 END, CASE WHEN p.span_ms % @day = @last THEN p.taken ELSE 0 END
			FROM vehicles.packed p WHERE p.org_id = @org AND p.device_id = ANY(@devices) AND p.span_ms >= @from AND p.span_ms < @to) counted
		GROUP BY device_id, day`, map[string]any{
		"org": orgID, "devices": store.List(devices), "day": dayMs, "head": Head.Milliseconds(), "tail": dayMs - Tail.Milliseconds(), "last": dayMs - SpanMs, "from": Begins(first), "to": Begins(last + 1),
	})
	counts := Counts{}
	for _, f := range found {
		if counts[f.DeviceID] == nil {
			counts[f.DeviceID] = map[int64]Count{}
		}
		counts[f.DeviceID][f.Day] = f.Count
	}
	return counts, err
}

// Of adds up a day of some devices.
func (c Counts) Of(devices []string, day int64) (sum Count) {
	for _, id := range devices {
		one := c[id][day]
		sum = Count{sum.Samples + one.Samples, sum.Head + one.Head, sum.Tail + one.Tail}
	}
	return sum
}

// CountDays are how many samples of the devices were taken on each day from first to last.
func (c Carrier) CountDays(tx *gorm.DB, first, last int64) (map[int64]int64, error) {
	counts, err := CountDays(tx, c.OrgID, c.Devices, first, last)
	samples := map[int64]int64{}
	for _, days := range counts {
		for day, one := range days {
			samples[day] += one.Samples
		}
	}
	return samples, err
}
