package visit

import "time"

// stamp is a time in Unix milliseconds as the contributions have it.
func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }
