package quota

import (
	"cmp"
	"context"
	"slices"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// mostUsage is how many rows one answer has: those with refusals come first.
const mostUsage = 1_000

// API answers what devices sent of what they may, and sets that.
type API struct {
	usages   *Usages
	owns     *OwnLimits
	bounds   Bounds
	follower *Follower
	devices  Devices
}

// Devices knows which there are.
type Devices interface {
	Has(orgID, deviceID string) bool
}

// NewAPI answers from what devices used of their limits.
func NewAPI(usages *Usages, owns *OwnLimits, bounds Bounds, follower *Follower, devices Devices) *API {
	return &API{usages, owns, bounds, follower, devices}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	change := web.Needs("changeDeviceLimits")
	web.Handle(r, "GET /org/{orgId}/gateway/usage", web.Needs("viewGateway"), a.usage, web.Summary("What devices have sent, against their limits"))
	web.Handle(r, "PUT /org/{orgId}/gateway/limits/{topic}", change, a.putOrgLimit, web.Summary("Sets what all devices of the organisation may send of a topic"))
	web.Handle(r, "PUT /org/{orgId}/gateway/limits/{topic}/devices/{deviceId}", change, a.putDeviceLimit, web.IDs("deviceId", "device"), web.Summary("Sets what a device may send of a topic"))
}

func seesAll(c web.CallerInfo, orgID string) bool {
	return c.Scope.All || c.Scope.Path == "/"+orgID+"/"
}

type usageInput struct {
	OrgID string    `path:"orgId"`
	Day   time.Time `query:"day" doc:"A day of the last 30, in UTC; today without it" format:"date-time"`
}

type usageOutput struct {
	Body struct {
		Usage  []usage    `json:"usage" doc:"The organisation as a whole first (without device_id), then devices: those that were refused something first, then by bytes"`
		Limits []limit    `json:"limits" doc:"As the configuration says"`
		Own    []ownLimit `json:"own" doc:"What was set for the organisation or a device instead"`
		Most   int64      `json:"most" doc:"How many times the configuration's limits may be set"`
	}
}

type usage struct {
	DeviceID string `json:"device_id,omitempty"`
	Kind     string `json:"topic" doc:"Topic, or connections"`
	Messages int64  `json:"messages"`
	Bytes    int64  `json:"bytes"`
	Refused  int64  `json:"refused" doc:"Messages beyond a limit, which were not stored"`
}

type limit struct {
	Kind      string  `json:"topic"`
	PerSecond float64 `json:"per_second" doc:"Of a device, in the long run; 0: no bound, as for the others"`
	Day       int64   `json:"day" doc:"Messages of a device in a day"`
	DayBytes  int64   `json:"day_bytes"`
	OrgDay    int64   `json:"org_day" doc:"Messages of the organisation in a day"`
	OrgBytes  int64   `json:"org_day_bytes"`
}

// usage says what devices sent on a day, and what they may. As connections it is for those who see the whole organisation.
func (a *API) usage(ctx context.Context, in *usageInput) (*usageOutput, error) {
	caller := web.Caller(ctx)
	if caller.Plugin == "" && !seesAll(caller, in.OrgID) {
		return nil, fault.New(fault.Denied, "Only somebody who sees the whole organisation can see what its devices sent.")
	}
	day := in.Day
	if day.IsZero() {
		day = time.Now()
	}
	found, err := a.usages.Of(ctx, in.OrgID, day.UTC(), mostUsage)
	if err != nil {
		return nil, err
	}
	out := &usageOutput{}
	out.Body.Usage, out.Body.Limits, out.Body.Most = []usage{}, []limit{}, a.bounds.Most
	if out.Body.Own, err = a.ownOf(ctx, in.OrgID); err != nil {
		return nil, err
	}
	for key, u := range found {
		out.Body.Usage = append(out.Body.Usage, usage{key.DeviceID, key.Kind, u.Messages, u.Bytes, u.Refused})
	}
	slices.SortFunc(out.Body.Usage, func(x, y usage) int {
		return cmp.Or(cmp.Compare(min(len(x.DeviceID), 1), min(len(y.DeviceID), 1)), cmp.Compare(y.Refused, x.Refused), cmp.Compare(y.Bytes, x.Bytes),
			cmp.Compare(x.DeviceID, y.DeviceID), cmp.Compare(x.Kind, y.Kind))
	})
	for kind, l := range a.bounds.Limits {
		out.Body.Limits = append(out.Body.Limits, limit{kind, l.PerSecond, l.Day, l.DayBytes, l.OrgDay, l.OrgBytes})
	}
	slices.SortFunc(out.Body.Limits, func(x, y limit) int { return cmp.Compare(x.Kind, y.Kind) })
	return out, nil
}
