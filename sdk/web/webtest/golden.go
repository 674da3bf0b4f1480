package webtest

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write golden files anew")

// Golden compares what was made with a file that is kept. With -update it writes the file anew.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil { // it is a source file, for everybody to read
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date: write it anew with -update, or scripts/generate.sh, and let somebody read the difference", name)
	}
}
