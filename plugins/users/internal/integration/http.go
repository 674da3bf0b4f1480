package integration

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/fault"
)

const (
	answerWithin  = 8 * time.Second // less than the host waits for this plugin
	largestAnswer = 8 << 20
)

// overHTTP asks a company's system: GET <url>/providers?companyid= and GET <url>/vehicles?companyid=&providerTypeId=, with the key as bearer.
type overHTTP struct {
	address, key string
	client       *http.Client
}

func newHTTP(address, key string) *overHTTP {
	return &overHTTP{strings.TrimRight(address, "/"), key, &http.Client{
		Timeout: answerWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key goes nowhere else
	}}
}

// Providers implements Provider.
func (h *overHTTP) Providers(ctx context.Context, orgID string) (all []Info, err error) {
	return all, h.get(ctx, "/providers", url.Values{"companyid": {orgID}}, &all)
}

// Mapped implements Provider. Vehicles that were not asked for are dropped, whatever the other side says.
func (h *overHTTP) Mapped(ctx context.Context, orgID string, providerType int, vehicleIDs []string) ([]Mapping, error) {
	var all []Mapping
	err := h.get(ctx, "/vehicles", url.Values{"companyid": {orgID}, "providerTypeId": {strconv.Itoa(providerType)}}, &all)
	return slices.DeleteFunc(all, func(m Mapping) bool { return !slices.Contains(vehicleIDs, m.VehicleID) }), err
}

func (h *overHTTP) get(ctx context.Context, path string, query url.Values, into any) error {
	const sentence = "The provider does not answer. Please try again soon."
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.address+path+"?"+query.Encode(), nil)
	if err != nil {
		return fmt.Errorf("ask the provider: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+h.key)
	r.Header.Set("Accept", "application/json")
	answer, err := h.client.Do(r)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, sentence)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fault.Wrap(fault.Unavailable, fmt.Errorf("the provider answers %s", answer.Status), sentence)
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, largestAnswer)).Decode(into); err != nil {
		return fault.Wrap(fault.Unavailable, fmt.Errorf("read the provider's answer: %w", err), sentence)
	}
	return nil
}
