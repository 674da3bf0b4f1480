package scaffold

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// readLimit is how long the host may take to say what it serves.
const readLimit = 10 * time.Second

// SDK is what a host serves under /sdk/, as its sdk.json says.
type SDK struct {
	Version      string            `json:"version"`      // that manifests are held to, "0.1.0"
	Go           string            `json:"go"`           // version of the Go module
	GoToolchain  string            `json:"go_toolchain"` // the Go that the module needs, "1.26.0"
	NPM          string            `json:"npm"`          // file name of the npm package
	Dependencies map[string]string `json:"dependencies"` // versions of shared libraries that remotes import themselves
	Toolchain    map[string]string `json:"toolchain"`    // versions of what builds and tests a remote

	address string // of the folder, without / at its end: http://localhost:8080/sdk or file:///srv/sdk
}

// Find reads what there is at from: the address of a host, or a folder such as build/web/sdk.
func Find(ctx context.Context, from string) (SDK, error) {
	raw, address, err := read(ctx, from)
	if err != nil {
		return SDK{}, fmt.Errorf("find the SDK at %s: %w", from, err)
	}
	found := SDK{address: address}
	if err := json.Unmarshal(raw, &found); err != nil {
		return SDK{}, fmt.Errorf("read sdk.json of %s: %w", address, err)
	}
	if found.Go == "" || found.NPM == "" {
		return SDK{}, fmt.Errorf("sdk.json of %s names no packages", address)
	}
	return found, nil
}

func read(ctx context.Context, from string) (raw []byte, address string, err error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		folder, err := filepath.Abs(from)
		if err != nil {
			return nil, "", err
		}
		raw, err := os.ReadFile(filepath.Join(folder, "sdk.json"))
		return raw, "file://" + filepath.ToSlash(folder), err
	}
	address = strings.TrimSuffix(strings.TrimSuffix(from, "/"), "/sdk") + "/sdk"
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/sdk.json", nil)
	if err != nil {
		return nil, "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, "", errors.New("the host answers " + response.Status)
	}
	raw, err = io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return raw, address, err
}

// npmAddress is where npm finds the package.
func (s SDK) npmAddress() string {
	return strings.Replace(s.address, "file://", "file:", 1) + "/" + s.NPM
}
