package quota_test

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

func TestUsages_AddUpOverGatewaysAndDays(t *testing.T) {
	usages := quota.NewUsages(dbtest.Open(t, "plugins/gateway"))
	today := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	truck, org := quota.Key{OrgID: "demo", DeviceID: "truck", Kind: "events"}, quota.Key{OrgID: "demo", Kind: "events"}
	rival := quota.Key{OrgID: "rival", DeviceID: "truck", Kind: "events"}
	var gateways sync.WaitGroup
	const each = 20
	failures := make(chan error, 3*each)
	for range 3 { // at once, with the keys in whatever order
		gateways.Go(func() {
			for range each {
				_, err := usages.Add(t.Context(), today, map[quota.Key]quota.Usage{truck: {Messages: 2, Bytes: 10, Refused: 1}, org: {Messages: 2, Bytes: 10}, rival: {Messages: 1, Bytes: 1}})
				failures <- err
			}
		})
	}
	gateways.Wait()
	close(failures)
	for err := range failures {
		if err != nil {
			t.Fatal(err)
		}
	}
	stored, err := usages.Add(t.Context(), today, map[quota.Key]quota.Usage{truck: {Messages: 1}})
	if want := (quota.Usage{Messages: 121, Bytes: 600, Refused: 60}); err != nil || len(stored) != 1 || stored[truck] != want {
		t.Errorf("after adding: %+v, %v, want %+v", stored, err, want)
	}
	if day, err := usages.Day(t.Context(), today); err != nil || len(day) != 3 || day[rival].Messages != 60 {
		t.Errorf("the day: %+v, %v", day, err)
	}
	if day, err := usages.Day(t.Context(), today.AddDate(0, 0, -1)); err != nil || len(day) != 0 {
		t.Errorf("another day: %+v, %v", day, err)
	}
	if own, err := usages.Of(t.Context(), "demo", today, 10); err != nil || len(own) != 2 || own[org].Messages != 120 {
		t.Errorf("of an organisation: %+v, %v", own, err)
	}
	if err := usages.Forget(t.Context(), today); err != nil {
		t.Fatal(err)
	}
	if day, err := usages.Day(t.Context(), today); err != nil || len(day) != 3 {
		t.Errorf("today was forgotten: %+v, %v", day, err)
	}
	if err := usages.Forget(t.Context(), today.AddDate(0, 0, 1)); err != nil {
		t.Fatal(err)
	}
	if day, err := usages.Day(t.Context(), today); err != nil || len(day) != 0 {
		t.Errorf("it was not forgotten: %+v, %v", day, err)
	}
}

// Of many, an answer has the organisation as a whole and those that were refused.
func TestUsages_OfShowsWhoWasRefusedFirst(t *testing.T) {
	usages := quota.NewUsages(dbtest.Open(t, "plugins/gateway"))
	today := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	fresh := map[quota.Key]quota.Usage{{OrgID: "demo", Kind: "events"}: {Messages: 1}, {OrgID: "demo", DeviceID: "refused", Kind: "events"}: {Refused: 1}}
	for n := range 50 {
		fresh[quota.Key{OrgID: "demo", DeviceID: fmt.Sprint("quiet-", n), Kind: "events"}] = quota.Usage{Messages: 5, Bytes: 1000}
	}
	if _, err := usages.Add(t.Context(), today, fresh); err != nil {
		t.Fatal(err)
	}
	found, err := usages.Of(t.Context(), "demo", today, 2)
	if err != nil || len(found) != 2 || found[quota.Key{OrgID: "demo", DeviceID: "refused", Kind: "events"}].Refused != 1 || found[quota.Key{OrgID: "demo", Kind: "events"}].Messages != 1 {
		t.Errorf("the first two: %+v, %v", found, err)
	}
}
