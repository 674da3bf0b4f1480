package alertstest

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"
)

// Unzip is what a zip holds, by name.
func Unzip(t *testing.T, raw []byte) map[string][]byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	Must(t, err)
	found := map[string][]byte{}
	for _, f := range archive.File {
		opened, err := f.Open()
		Must(t, err)
		found[f.Name], err = io.ReadAll(opened)
		Must(t, err)
	}
	return found
}
