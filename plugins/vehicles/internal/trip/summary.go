package trip

// Summary is what a vehicle did from one instant to another. Times are milliseconds.
type Summary struct {
	DistanceM                           float64
	DriveMs, IdleMs, StandMs, SilenceMs int64
	Trips                               int
	TopKmh                              float64
	OverMs                              int64
}

// Summarize sums up the time from one instant to another: trips that are cut to it, and the times in which the vehicle idled and nothing was known.
func Summarize(trips []Trip, idling, silences []Period, fromMs, toMs int64) Summary {
	s := Summary{Trips: len(trips), IdleMs: within(idling, fromMs, toMs), SilenceMs: within(silences, fromMs, toMs)}
	for _, t := range trips {
		s.DistanceM += t.DistanceM
		s.OverMs += t.OverMs
		s.TopKmh = max(s.TopKmh, t.TopKmh)
		s.DriveMs += t.EndMs - t.StartMs - within(idling, t.StartMs, t.EndMs) - within(silences, t.StartMs, t.EndMs)
	}
	s.StandMs = max(0, toMs-fromMs-s.DriveMs-s.IdleMs-s.SilenceMs)
	return s
}
