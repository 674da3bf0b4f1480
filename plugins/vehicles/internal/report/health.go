package report

import (
	"context"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// faultPage is how many faults are read at once.
const faultPage = 500

// systemHealth streams the faults that the devices of vehicles report now, as the page of hardware faults lists them; the range of the query does not matter.
func (r *Reports) systemHealth(ctx context.Context, q rows.Query, out *rows.Writer) error {
	found, err := r.vehicles(ctx, q)
	if err != nil {
		return err
	}
	asked := map[string]bool{}
	for _, v := range found {
		asked[v.ID] = true
	}
	wanted := chosen(q.Filters["type"])
	for page := 1; ; page++ {
		query := &web.ListQuery{Page: page, Size: faultPage}
		query.Read(device.FaultFields)
		faults, totals, err := r.devices.Faults(ctx, web.Caller(ctx).OrgID, scope.Of(ctx), "", query)
		if err != nil {
			return err
		}
		for _, f := range faults {
			if !asked[f.VehicleID] || len(wanted) > 0 && !wanted[f.Type] {
				continue
			}
			if err := out.Add(f.VehicleID, f.Node, f.Type, web.Say(ctx, f.Text), channelOf(f), f.DeviceID, f.Model, reported(f)); err != nil {
				return err
			}
		}
		if len(faults) < faultPage || int64(page*faultPage) >= totals.Faults {
			return nil
		}
	}
}

// channelOf is the channel of a camera, "CH2"; nil where a fault has none.
func channelOf(f device.Fault) any {
	if f.Context.Channel == 0 {
		return nil
	}
	return "CH" + strconv.Itoa(f.Context.Channel)
}

func reported(f device.Fault) any {
	if f.ReportedMs == 0 {
		return nil
	}
	return time.UnixMilli(f.ReportedMs)
}
