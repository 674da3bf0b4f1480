package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"outrider.dev/sdk/store"
)

func TestByOrg(t *testing.T) {
	var got []string
	broken := errors.New("no disk")
	handle := byOrg(func(_ context.Context, orgID string, batch []Event[int]) error {
		numbers := []int{}
		for _, e := range batch {
			numbers = append(numbers, e.Data)
		}
		got = append(got, fmt.Sprint(orgID, numbers))
		switch orgID {
		case "off":
			return fmt.Errorf("apply: %w", store.ErrNoTenant)
		case "broken":
			return broken
		}
		return nil
	})
	of := func(orgID string, number int) Event[int] { return Event[int]{OrgID: orgID, Data: number} }
	if err := handle(t.Context(), []Event[int]{of("a", 1), of("off", 2), of("a", 3), of("b", 4)}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a[1 3]", "off[2]", "b[4]"}; !slices.Equal(got, want) {
		t.Errorf("it was handed %q, want %q", got, want)
	}
	if err := handle(t.Context(), []Event[int]{of("broken", 1), of("a", 2)}); !errors.Is(err, broken) {
		t.Errorf("a failure is %v", err)
	}
}
