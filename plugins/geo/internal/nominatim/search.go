package nominatim

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Hit is a place or an address that a search finds.
type Hit struct {
	Label    string
	Country  string // ISO 3166 alpha-2
	Lat, Lng float64
}

// Search looks for an address.
func (c *Client) Search(ctx context.Context, text string, most int) ([]Hit, error) {
	ask := c.base.JoinPath("search")
	ask.RawQuery = url.Values{"format": {"jsonv2"}, "addressdetails": {"1"}, "limit": {strconv.Itoa(most)}, "q": {text}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, ask.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("ask the Nominatim server: %w", err)
	}
	req.Header.Set("User-Agent", "outrider-geo")
	res, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask the Nominatim server: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the Nominatim server answers %s", res.Status)
	}
	var found []struct {
		Name        string `json:"display_name"`
		Lat, Lon    string
		CountryCode struct {
			Code string `json:"country_code"`
		} `json:"address"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(&found); err != nil {
		return nil, fmt.Errorf("read the Nominatim server's answer: %w", err)
	}
	hits := []Hit{}
	for _, f := range found {
		lat, latErr := strconv.ParseFloat(f.Lat, 64)
		lng, lngErr := strconv.ParseFloat(f.Lon, 64)
		if latErr != nil || lngErr != nil || !(lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180) || f.Name == "" {
			continue
		}
		hits = append(hits, Hit{Label: f.Name, Country: strings.ToUpper(f.CountryCode.Code), Lat: lat, Lng: lng})
	}
	return hits[:min(len(hits), most)], nil
}
