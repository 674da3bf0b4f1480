// Package firmware decides which devices can play their recordings: those of a model that is known to, from a firmware on.
package firmware

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"outrider.dev/sdk/web"
)

// Known are the models and the least firmware, unless a setting says otherwise.
const Known = "D700=01.00.91,JH8=01.01.56,JH4=01.01.56"

// The reasons of Support.
const (
	OK       = "ok"
	Model    = "model"    // the model is not one that can
	Firmware = "firmware" // it is too old
	Unknown  = "unknown"  // the device has not said yet what it is
)

// Table is the least firmware of each model.
type Table map[string]string

// ParseTable reads "D700=01.00.91,JH8=01.01.56".
func ParseTable(text string) (Table, error) {
	table := Table{}
	for entry := range strings.SplitSeq(text, ",") {
		model, minimum, ok := strings.Cut(strings.TrimSpace(entry), "=")
		if _, err := parts(minimum); !ok || model == "" || err != nil {
			return nil, fmt.Errorf("setting plugins.footage.vod_models: %q is not MODEL=VERSION", entry)
		}
		table[model] = minimum
	}
	return table, nil
}

// Support says whether a device can play its recordings.
type Support struct {
	Reason   string // OK, or why not
	Model    string
	Firmware string
	Minimum  string // of the model; empty for one that cannot
}

// Check decides by model and version. A version is compared part by part, as numbers; equal to the minimum is enough.
func (t Table) Check(model, version string) Support {
	s := Support{Reason: OK, Model: model, Firmware: version, Minimum: t[model]}
	has, err := parts(version)
	switch {
	case model == "":
		s.Reason = Unknown
	case s.Minimum == "":
		s.Reason = Model
	case err != nil:
		s.Reason = Unknown
	case isBelow(has, mustParts(s.Minimum)):
		s.Reason = Firmware
	}
	return s
}

var errVersion = errors.New("a version is numbers with dots between them")

func parts(version string) (list []int, err error) {
	for part := range strings.SplitSeq(strings.TrimSpace(version), ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, errVersion
		}
		list = append(list, n)
	}
	return list, nil
}

// mustParts reads what ParseTable has read before.
func mustParts(version string) []int {
	list, _ := parts(version)
	return list
}

// isBelow compares part by part; one that is missing counts as 0.
func isBelow(a, b []int) bool {
	for i := range max(len(a), len(b)) {
		x, y := at(a, i), at(b, i)
		if x != y {
			return x < y
		}
	}
	return false
}

func at(list []int, i int) int {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// Host is the part of plugin.Host that is used.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// Checker asks what a device is.
type Checker struct {
	host  Host
	table Table
}

// NewChecker decides by a table.
func NewChecker(host Host, table Table) *Checker { return &Checker{host, table} }

// Of says whether a device can play its recordings.
func (c *Checker) Of(ctx context.Context, orgID, deviceID string) (Support, error) {
	var info struct {
		Model    string `json:"model"`
		Firmware string `json:"firmwareVersion"`
	}
	path := "/api/org/" + url.PathEscape(orgID) + "/devices/id/" + url.PathEscape(deviceID) + "/info"
	if err := c.host.Call(web.AsPlugin(ctx, orgID), "GET", path, nil, &info); err != nil {
		return Support{}, fmt.Errorf("ask what device %s is: %w", deviceID, err)
	}
	return c.table.Check(info.Model, info.Firmware), nil
}
