//go:build !linux

package supervisor

// residentBytes is not told here; the bound on memory is then GOMEMLIMIT alone.
func residentBytes(int) int64 { return 0 }
