package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/outbound"
)

const (
	// mostItems is how many items a page has at most.
	mostItems = 2000
	// mostAfter is how long a provider may ask to be left alone.
	mostAfter = time.Hour
	// longestID and longestText bound what a provider may have us keep.
	longestID, longestText, longestCursor = 200, 200, 2000
)

// overHTTP asks a provider that speaks docs/provider-api.yaml.
type overHTTP struct {
	address, key string
	client       *outbound.Client
	now          func() time.Time
}

// OverHTTP is a provider at an address, asked with a key as bearer.
func OverHTTP(address, key string, client *outbound.Client, now func() time.Time) Provider {
	return &overHTTP{strings.TrimRight(address, "/"), key, client, now}
}

// Info implements Provider.
func (h *overHTTP) Info(ctx context.Context) (Info, error) {
	var said struct {
		Name           string `json:"name"`
		DriverHoursURL string `json:"driver_hours_url"`
		TelematicsURL  string `json:"telematics_url"`
	}
	if err := h.get(ctx, "/provider", nil, &said); err != nil {
		return Info{}, err
	}
	if said.Name == "" || len(said.Name) > longestText {
		return Info{}, badAnswer(errors.New("it has no name"))
	}
	return Info{said.Name, site(said.DriverHoursURL), site(said.TelematicsURL)}, nil
}

// site is an address that a browser may be led to; empty for anything else.
func site(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || len(address) > longestCursor {
		return ""
	}
	return address
}

type page struct {
	Vehicles []Vehicle     `json:"vehicles"`
	Readings []wireReading `json:"readings"`
	Cursor   string        `json:"cursor"`
	More     bool          `json:"more"`
}

type wireReading struct {
	VehicleID string          `json:"vehicle_id"`
	Sample    json.RawMessage `json:"sample"`
}

func (h *overHTTP) page(ctx context.Context, path, cursor string) (p page, err error) {
	query := url.Values{"limit": {strconv.Itoa(mostItems)}}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	switch err := h.get(ctx, path, query, &p); {
	case err != nil:
		return p, err
	case len(p.Vehicles) > mostItems || len(p.Readings) > mostItems:
		return p, badAnswer(fmt.Errorf("a page has more than %d items", mostItems))
	case len(p.Cursor) > longestCursor:
		return p, badAnswer(errors.New("its cursor is too long"))
	case p.More && (p.Cursor == "" || p.Cursor == cursor):
		return p, badAnswer(errors.New("it says that there is more, and its cursor does not move"))
	}
	return p, nil
}

// Vehicles implements Provider.
func (h *overHTTP) Vehicles(ctx context.Context, cursor string) (Page[Vehicle], error) {
	p, err := h.page(ctx, "/vehicles", cursor)
	if err != nil {
		return Page[Vehicle]{}, err
	}
	out := Page[Vehicle]{Cursor: p.Cursor, More: p.More}
	for _, v := range p.Vehicles {
		if !storable(v.ID, longestID) || v.ID == "" || !storable(v.Registration, longestText) || !storable(v.VIN, longestText) || !storable(v.Model, longestText) {
			out.Refused++
			continue
		}
		out.Items = append(out.Items, v)
	}
	return out, nil
}

// Readings implements Provider. What a vehicle cannot have said is left out, as of a device.
func (h *overHTTP) Readings(ctx context.Context, cursor string) (Page[Reading], error) {
	p, err := h.page(ctx, "/readings", cursor)
	if err != nil {
		return Page[Reading]{}, err
	}
	out := Page[Reading]{Cursor: p.Cursor, More: p.More}
	if out.Cursor == "" {
		out.Cursor = cursor
	}
	for _, r := range p.Readings {
		read, err := device.ParseTelemetry(r.Sample, h.now())
		if err != nil || len(read.Accepted) != 1 || r.VehicleID == "" || !storable(r.VehicleID, longestID) || read.Accepted[0].Time > h.now().Add(10*time.Minute).UnixMilli() {
			out.Refused++
			continue
		}
		out.Items = append(out.Items, Reading{r.VehicleID, read.Accepted[0]})
	}
	return out, nil
}

// storable reports whether the database takes a text of at most so many bytes.
func storable(text string, longest int) bool {
	return len(text) <= longest && !strings.ContainsRune(text, 0) && strings.ToValidUTF8(text, "") == text
}

func (h *overHTTP) get(ctx context.Context, path string, query url.Values, into any) error {
	address := h.address + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return &Problem{Kind: NotAllowed, Say: "The address is not that of a site.", Cause: err}
	}
	r.Header.Set("Accept", "application/json")
	if h.key != "" {
		r.Header.Set("Authorization", "Bearer "+h.key)
	}
	answer, err := h.client.Do(ctx, r)
	if err != nil {
		return refused(err)
	}
	if problem := h.problemOf(answer); problem != nil {
		return problem
	}
	if err := json.Unmarshal(answer.Body, into); err != nil {
		return badAnswer(errors.New("it is not the JSON that it should be")) // what it is instead may be anybody's secret
	}
	return nil
}

func refused(err error) error {
	switch {
	case errors.Is(err, outbound.ErrPrivate):
		return &Problem{Kind: NotAllowed, Say: "The address lies within a private network, where nothing is asked.", Cause: outbound.ErrPrivate}
	case errors.Is(err, outbound.ErrTooLong):
		return badAnswer(err)
	}
	return &Problem{Kind: Unreachable, Say: "The provider does not answer.", Cause: err}
}

func badAnswer(err error) error {
	return &Problem{Kind: BadAnswer, Say: "The provider's answer cannot be read.", Cause: err}
}

func (h *overHTTP) problemOf(answer outbound.Answer) error {
	cause := fmt.Errorf("it answers %d", answer.Status)
	switch {
	case answer.Status == http.StatusOK:
		return nil
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return &Problem{Kind: KeyRefused, Say: "The provider refuses the key.", Status: answer.Status, Cause: cause}
	case answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusServiceUnavailable:
		return &Problem{Kind: TooMany, Say: "The provider asks to be asked less often.", After: after(answer.Header.Get("Retry-After"), h.now()), Status: answer.Status, Cause: cause}
	case answer.Status >= 300 && answer.Status < 400:
		return &Problem{Kind: Redirected, Say: "The provider leads to another address, which is not followed. Enter that address.", Status: answer.Status, Cause: cause}
	}
	return &Problem{Kind: BadStatus, Say: "The provider does not answer as it should.", Status: answer.Status, Cause: cause}
}

// after reads Retry-After, in seconds or as a date.
func after(text string, now time.Time) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.Atoi(text); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = at.Sub(now)
	}
	return max(0, min(wait, mostAfter))
}
