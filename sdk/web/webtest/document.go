package webtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"outrider.dev/sdk/web"
)

var update = flag.Bool("update", false, "write golden files anew")

// Document compares openapi.json in a plugin's folder with the operations that register lists. With -update it writes the file anew.
func Document(t *testing.T, folder string, register func(*web.Router)) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Name, Version string }
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatalf("read the manifest: %v", err)
	}
	r := web.NewRouter(manifest.Name, manifest.Version)
	register(r)
	_, document, err := r.Describe()
	if err != nil {
		t.Fatal(err)
	}
	got, err := indent(document)
	if err != nil {
		t.Fatal(err)
	}

	golden := filepath.Join(folder, "openapi.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil { //nolint:gosec // it is a source file, for everybody to read
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date: run scripts/generate.sh and let somebody read the difference", golden)
	}
}

// indent sorts the keys of a document, too, whatever order it was written in.
func indent(document []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(value)
	return out.Bytes(), err
}
