package trip

import "slices"

// Choose leaves of the samples of several devices on one vehicle those of the best that was heard at the time: two receivers side by side
// would make a zigzag. order has the devices, the best first; samples of others are left out. It keeps the order of the samples.
func Choose(samples []Sample, order []string) []Sample {
	if len(order) < 2 {
		return samples
	}
	times := make([][]int64, len(order))
	for _, s := range samples {
		if n := slices.Index(order, s.DeviceID); n >= 0 {
			times[n] = append(times[n], s.TimeMs)
		}
	}
	for n := range times {
		slices.Sort(times[n])
	}
	return slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool {
		n := slices.Index(order, s.DeviceID)
		return n < 0 || slices.ContainsFunc(times[:n], func(better []int64) bool { return heard(better, s.TimeMs) })
	})
}

// heard reports whether one of the times, which are sorted, is less than a silence away from an instant.
func heard(times []int64, atMs int64) bool {
	first, _ := slices.BinarySearch(times, atMs-silence.Milliseconds()+1)
	return first < len(times) && times[first] < atMs+silence.Milliseconds()
}
