package webtest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"outrider.dev/sdk/web"
)

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
	GoldenDocument(t, filepath.Join(folder, "openapi.json"), document)
}

// GoldenDocument compares an OpenAPI document with a file that is kept. With -update it writes the file anew.
func GoldenDocument(t *testing.T, name string, document []byte) {
	t.Helper()
	got, err := indent(document)
	if err != nil {
		t.Fatal(err)
	}
	Golden(t, name, got)
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
