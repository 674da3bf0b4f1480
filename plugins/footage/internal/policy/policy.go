// Package policy is what an organisation decides about its video and files: how much, how long, and whether pictures carry a name.
package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"outrider.dev/sdk/device"
)

const (
	usualDays = 90
	// MostDays is the longest that files can be kept.
	MostDays = 4000
	gb       = 1e9
)

// ErrRetention means that a time to keep files makes no sense.
var ErrRetention = errors.New("must be a number of days from 1 to 4000 for a type of file")

// Policy is an organisation's own decisions.
type Policy struct {
	QuotaBytes    *int64 // nil: the installation's; 0: no bound
	Watermark     bool
	RetentionDays map[string]int // by type of file; one that is missing is kept as the installation says
}

// Installation is what holds for organisations that have decided nothing.
type Installation struct {
	QuotaBytes    int64 // of each organisation; 0: no bound
	RetentionDays int
}

// ParseInstallation reads the settings retention_days (1 to 4000; 90 without one) and quota_gb (without one, no bound).
func ParseInstallation(settings map[string]string) (Installation, error) {
	i := Installation{RetentionDays: usualDays}
	if text := settings["retention_days"]; text != "" {
		days, err := strconv.Atoi(text)
		if err != nil || days < 1 || days > MostDays {
			return i, fmt.Errorf("setting plugins.footage.retention_days: %q is not a number from 1 to %d", text, MostDays)
		}
		i.RetentionDays = days
	}
	if text := settings["quota_gb"]; text != "" {
		size, err := strconv.ParseFloat(text, 64)
		if err != nil || size < 0 || size > 1<<30 {
			return i, fmt.Errorf("setting plugins.footage.quota_gb: %q is not a size in GB", text)
		}
		i.QuotaBytes = int64(size * gb)
	}
	return i, nil
}

// Check returns ErrRetention for days that make no sense.
func (p Policy) Check() error {
	for kind, days := range p.RetentionDays {
		if !slices.Contains(device.FileTypes, kind) || days < 1 || days > MostDays {
			return fmt.Errorf("%s: %w", kind, ErrRetention)
		}
	}
	return nil
}

// Days are how long each type of file is kept.
func (i Installation) Days(p Policy) map[string]int {
	days := map[string]int{}
	for _, kind := range device.FileTypes {
		days[kind] = i.RetentionDays
	}
	maps.Copy(days, p.RetentionDays)
	return days
}

// Quota is how much an organisation may keep, in bytes; 0: no bound.
func (i Installation) Quota(p Policy) int64 {
	if p.QuotaBytes != nil {
		return *p.QuotaBytes
	}
	return i.QuotaBytes
}

// Room is what an organisation has, and may have.
type Room struct {
	Used  int64 // bytes
	Files int64
	Quota int64 // bytes; 0: no bound
}

// FullError says that files have no room.
type FullError struct{ Room }

// Error names the quota, for people.
func (e FullError) Error() string {
	return fmt.Sprintf("The organisation's storage for files is full: %.1f GB of %.1f GB are used.", float64(e.Used)/gb, float64(e.Quota)/gb)
}

// Take returns a FullError if so many bytes more have no room.
func (r Room) Take(bytes int64) error {
	if r.Quota > 0 && r.Used+bytes > r.Quota {
		return FullError{r}
	}
	return nil
}

// Left bounds what may still come, in bytes: at most most.
func (r Room) Left(most int64) int64 {
	if r.Quota <= 0 {
		return most
	}
	return min(most, max(0, r.Quota-r.Used))
}

// Cutoff is an organisation's rule for one type of file: those of before an instant go.
type Cutoff struct {
	OrgID, FileType string
	Before          time.Time
}
