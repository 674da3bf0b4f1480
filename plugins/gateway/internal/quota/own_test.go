package quota_test

import (
	"errors"
	"log/slog"
	"net/http"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func at[T any](value T) *T { return &value }

func TestMeter_KeepsToWhatIsSet(t *testing.T) {
	m, _ := meter(quota.Limit{Day: 10, OrgDay: 100, PerSecond: 1, Burst: 50})
	truck, all := quota.Key{OrgID: "demo", DeviceID: "truck", Kind: "events"}, quota.Key{OrgID: "demo", Kind: "events"}
	m.SetOwn(map[quota.Key]quota.Own{truck: {Day: at(int64(3))}})
	if n, _ := taken(m, "demo", "truck", 5, 1); n != 3 {
		t.Errorf("%d were taken of a device that may send 3", n)
	}
	if n, _ := taken(m, "demo", "van", 15, 1); n != 10 {
		t.Errorf("%d were taken of a device as the configuration has it", n)
	}
	if n, _ := taken(m, "rival", "truck", 15, 1); n != 10 {
		t.Errorf("%d were taken of a device of that name elsewhere", n)
	}
	m.SetOwn(map[quota.Key]quota.Own{truck: {Day: at(int64(20))}, all: {Day: at(int64(15))}})
	if n, err := taken(m, "demo", "truck", 5, 1); n != 2 { // 13 of the 15 of the organisation were used
		t.Errorf("%d were taken, then %v", n, err)
	}
	m.SetOwn(map[quota.Key]quota.Own{truck: {Day: at(int64(1000)), PerSecond: at(0.001)}})
	if n, err := taken(m, "demo", "truck", 100, 1); n != 50 {
		exceeded, _ := errors.AsType[*quota.Exceeded](err)
		t.Errorf("%d were taken at another rate, then %+v", n, exceeded)
	}
	m.SetOwn(nil)
	if n, _ := taken(m, "demo", "truck", 5, 1); n != 0 {
		t.Errorf("%d were taken once the configuration holds again", n)
	}
}

func TestBounds(t *testing.T) {
	b, err := quota.ParseBounds(map[string]string{"quota.events.day": "100", "quota.most": "2"})
	if err != nil {
		t.Fatal(err)
	}
	device, org := quota.Key{OrgID: "demo", DeviceID: "truck", Kind: "events"}, quota.Key{OrgID: "demo", Kind: "events"}
	for name, c := range map[string]struct {
		key quota.Key
		own quota.Own
		ok  bool
	}{
		"as much as there may be":     {device, quota.Own{Day: at(int64(200))}, true},
		"more":                        {device, quota.Own{Day: at(int64(201))}, false},
		"too fast":                    {device, quota.Own{PerSecond: at(4.5)}, false},
		"of the organisation":         {org, quota.Own{Day: at(int64(120_000))}, true},
		"more of the organisation":    {org, quota.Own{DayBytes: at(int64(513 << 20))}, false},
		"where there is no bound":     {quota.Key{OrgID: "demo", Kind: "status"}, quota.Own{Day: at(int64(1 << 40))}, true},
		"what the configuration says": {device, quota.Own{}, true},
	} {
		if err := b.Check(c.key, c.own); (err == nil) != c.ok || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, wrong := range []string{"0", "-1", "many", "1001"} {
		if _, err := quota.ParseBounds(map[string]string{"quota.most": wrong}); err == nil {
			t.Errorf("quota.most %s is taken", wrong)
		}
	}
}

type devices map[string]bool

func (d devices) Has(org, id string) bool { return d[org+"/"+id] }

// What is set holds at once at this gateway, at another one once it looks, and after a restart.
func TestAPI_Limits(t *testing.T) {
	db := dbtest.Open(t, "plugins/gateway")
	owns, log := quota.NewOwnLimits(db), slog.New(slog.DiscardHandler)
	m, _ := meter(quota.Limit{Day: 10, OrgDay: 100})
	other, _ := meter(quota.Limit{Day: 10, OrgDay: 100})
	bounds := quota.Bounds{Limits: m.Limits(), Most: 10}
	r := web.NewRouter("gateway", "1")
	quota.NewAPI(quota.NewUsages(db), owns, bounds, &quota.Follower{Meter: m, Store: owns, Log: log}, devices{"demo/truck": true}).Register(r)
	support := web.CallerInfo{UserID: "sam", OrgID: "demo", Role: "SYS_ADMIN", Scope: web.Scope{All: true}, Permissions: []string{"viewGateway", "changeDeviceLimits"}}
	for _, s := range []webtest.Scenario{
		{Name: "a device", As: support, Request: "PUT /api/org/demo/gateway/limits/events/devices/truck", Body: `{"day":2,"per_second":5}`, WantStatus: 200, WantBody: []string{`"device_id":"truck"`, `"day":2`}},
		{Name: "the organisation", As: support, Request: "PUT /api/org/demo/gateway/limits/events", Body: `{"day":50}`, WantStatus: 200},
		{Name: "both are told", As: support, Request: "GET /api/org/demo/gateway/usage", WantStatus: 200, WantBody: []string{`"own":[{"topic":"events","day":50},{"device_id":"truck","topic":"events","per_second":5,"day":2}]`, `"most":10`}},
		{Name: "more than there may be", As: support, Request: "PUT /api/org/demo/gateway/limits/events", Body: `{"day":1001}`, WantStatus: 422, WantBody: []string{"body.day", "at most 1000"}},
		{Name: "nothing at all", As: support, Request: "PUT /api/org/demo/gateway/limits/events", Body: `{"day":0}`, WantStatus: 422},
		{Name: "another topic", As: support, Request: "PUT /api/org/demo/gateway/limits/secrets", Body: `{"day":1}`, WantStatus: 422},
		{Name: "a device that is not there", As: support, Request: "PUT /api/org/demo/gateway/limits/events/devices/bus", Body: `{"day":1}`, WantStatus: 404},
	} {
		s.Run(t, r)
	}
	if n, _ := taken(m, "demo", "truck", 5, 1); n != 2 {
		t.Errorf("this gateway takes %d", n)
	}
	if err := (&quota.Follower{Meter: other, Store: owns, Log: log}).Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, _ := taken(other, "demo", "truck", 5, 1); n != 2 {
		t.Errorf("another gateway takes %d", n)
	}
	for _, s := range []webtest.Scenario{
		{Name: "as the configuration says again", As: support, Request: "PUT /api/org/demo/gateway/limits/events/devices/truck", Body: `{}`, WantStatus: http.StatusOK},
		{Name: "which is told", As: support, Request: "GET /api/org/demo/gateway/usage", WantStatus: 200, WantBody: []string{`"own":[{"topic":"events","day":50}]`}},
	} {
		s.Run(t, r)
	}
	if n, _ := taken(m, "demo", "truck", 15, 1); n != 8 {
		t.Errorf("afterwards this gateway takes %d more", n)
	}
}
