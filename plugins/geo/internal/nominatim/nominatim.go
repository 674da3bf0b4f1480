// Package nominatim asks a server that speaks Nominatim's reverse geocoding, for installations that want streets.
package nominatim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// timeout bounds one question; a slower server is as good as none.
const timeout = 2 * time.Second

// maxAnswer bounds an answer in bytes.
const maxAnswer = 256 << 10

// Client asks one server. It is safe for use by many goroutines.
type Client struct {
	base *url.URL
	http *http.Client
}

// New returns a client of the server at an address such as https://nominatim.example.com.
func New(address string) (*Client, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("address of the Nominatim server: %w", err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, errors.New("address of the Nominatim server: it must begin with http:// or https:// and name a host")
	}
	return &Client{base: base, http: &http.Client{Timeout: timeout}}, nil
}

// Place is what the server calls a point.
type Place struct {
	Label   string
	Country string // ISO 3166 alpha-2
}

type answer struct {
	Error   string `json:"error"`
	Address struct {
		Road, Hamlet, Village, Town, City, Municipality, County, State string
		CountryCode                                                    string `json:"country_code"`
	} `json:"address"`
}

// Reverse names a point in degrees. ok is false when the server knows no place there.
func (c *Client) Reverse(ctx context.Context, lat, lng float64) (place Place, ok bool, err error) {
	ask := c.base.JoinPath("reverse")
	ask.RawQuery = url.Values{
		"format": {"jsonv2"}, "zoom": {"17"}, "addressdetails": {"1"},
		"lat": {strconv.FormatFloat(lat, 'f', 5, 64)}, "lon": {strconv.FormatFloat(lng, 'f', 5, 64)},
	}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, ask.String(), nil)
	if err != nil {
		return Place{}, false, fmt.Errorf("ask the Nominatim server: %w", err)
	}
	req.Header.Set("User-Agent", "outrider-geo")
	res, err := c.http.Do(req)
	if err != nil {
		return Place{}, false, fmt.Errorf("ask the Nominatim server: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return Place{}, false, fmt.Errorf("the Nominatim server answers %s", res.Status)
	}
	var a answer
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(&a); err != nil {
		return Place{}, false, fmt.Errorf("read the Nominatim server's answer: %w", err)
	}
	place = a.place()
	return place, place.Label != "", nil
}

// place picks what a person would say: the road and the settlement, or else the county.
func (a answer) place() Place {
	if a.Error != "" {
		return Place{}
	}
	d := a.Address
	parts := make([]string, 0, 2)
	for _, part := range []string{d.Road, first(d.Village, d.Town, d.City, d.Hamlet, d.Municipality, d.County, d.State)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return Place{Label: strings.Join(parts, ", "), Country: strings.ToUpper(d.CountryCode)}
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
