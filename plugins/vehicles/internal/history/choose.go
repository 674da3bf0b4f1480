package history

import (
	"slices"

	"gorm.io/gorm"
)

// Best are the readings of a vehicle from a time to before another, the oldest first, at most limit (0: no limit). Where several devices on it spoke, it is what its best
// one said.
func (c Carrier) Best(tx *gorm.DB, fromMs, toMs int64, limit int) ([]Reading, error) {
	beforeMs, afterMs := fromMs, toMs
	if len(c.Devices) > 1 && limit == 0 { // who was heard shortly before and after has a say in it
		beforeMs, afterMs = fromMs-Silence.Milliseconds(), toMs+Silence.Milliseconds()
	}
	// As many of each device: then the best one's are not cut off by the others'.
	list, err := c.All(tx, beforeMs, afterMs, limit*max(1, len(c.Devices)))
	if err != nil {
		return nil, err
	}
	list = Choose(list, c.Devices)
	if beforeMs != fromMs {
		list = slices.DeleteFunc(list, func(r Reading) bool { return r.TimeMs < fromMs || r.TimeMs >= toMs })
	}
	if limit > 0 {
		list = list[:min(len(list), limit)]
	}
	return list, nil
}

// Choose leaves of the readings of several devices on one vehicle those of the best that was heard at the time: two receivers side by side
// would make a zigzag. order has the devices, the best first; readings of others are left out. It keeps the order of the readings.
func Choose(readings []Reading, order []string) []Reading {
	if len(order) < 2 {
		return readings
	}
	times := make([][]int64, len(order))
	for i := range readings {
		if n := slices.Index(order, readings[i].DeviceID); n >= 0 {
			times[n] = append(times[n], readings[i].TimeMs)
		}
	}
	for n := range times {
		slices.Sort(times[n])
	}
	return slices.DeleteFunc(slices.Clone(readings), func(r Reading) bool {
		n := slices.Index(order, r.DeviceID)
		return n < 0 || slices.ContainsFunc(times[:n], func(better []int64) bool { return heard(better, r.TimeMs) })
	})
}

// heard reports whether one of the times, which are sorted, is less than a silence away from an instant.
func heard(times []int64, atMs int64) bool {
	first, _ := slices.BinarySearch(times, atMs-Silence.Milliseconds()+1)
	return first < len(times) && times[first] < atMs+Silence.Milliseconds()
}
