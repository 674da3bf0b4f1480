//go:build !linux

package confine

// Thread does nothing where the kernel offers nothing.
func Thread() error { return nil }

// Apply does nothing where the kernel offers nothing.
func Apply(int, string, bool, Limits) (release func(), err error) { return func() {}, nil }
