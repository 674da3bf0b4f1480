package trip

import "outrider.dev/outrider/plugins/vehicles/internal/history"

// perPart is how many days one transaction judges.
const perPart = 31

// inMonths calls do for parts of a time that are a month long at most, cut at midnights of UTC, in their order.
func inMonths(fromMs, toMs int64, do func(sinceMs, untilMs int64) error) error {
	for sinceMs := fromMs; ; {
		untilMs := min(toMs, history.Begins(Number(sinceMs)+perPart))
		if err := do(sinceMs, untilMs); err != nil || untilMs >= toMs {
			return err
		}
		sinceMs = untilMs
	}
}

// add takes what a vehicle did in the part that follows; what goes on from the part before is there already.
func (p *Past) add(part Past) {
	trips := part.Trips
	for len(p.Trips) > 0 && len(trips) > 0 && trips[0].StartMs <= p.Trips[len(p.Trips)-1].StartMs {
		trips = trips[1:]
	}
	for _, idle := range part.Idling {
		if len(p.Idling) == 0 || idle.StartMs > p.Idling[len(p.Idling)-1].StartMs {
			p.Idling = append(p.Idling, idle)
		}
	}
	p.Trips, p.Heard = append(p.Trips, trips...), joined(append(p.Heard, part.Heard...))
}
