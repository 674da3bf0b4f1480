package check_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

func stages(t *testing.T) []instructions.Stage {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := instructions.Parse(parsed.AST, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every path that an image takes from the build is there after `make build`.
func TestDockerfile_CopiesWhatABuildMakes(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, "build", "bin")); err != nil {
		t.Skip("SKIPPED: nothing is built: run `make build`")
	}
	copied := 0
	for _, stage := range stages(t) {
		for _, command := range stage.Commands {
			c, ok := command.(*instructions.CopyCommand)
			if !ok || c.From != "build" {
				continue
			}
			for _, source := range c.SourcePaths {
				copied++
				path, ours := strings.CutPrefix(source, "/src/")
				if _, err := os.Stat(filepath.Join(root, path)); !ours || err != nil {
					t.Errorf("stage %s copies %s: %v", stage.Name, source, err)
				}
			}
		}
	}
	if copied < 6 {
		t.Errorf("only %d paths are copied", copied)
	}
}

// The images that run are unprivileged, and compose.yaml builds stages that exist.
func TestDockerfile_RunsUnprivileged(t *testing.T) {
	byName := map[string]instructions.Stage{}
	for _, stage := range stages(t) {
		byName[stage.Name] = stage
	}
	for name, service := range project(t).Services {
		if service.Build == nil {
			continue
		}
		stage, ok := byName[service.Build.Target]
		if !ok {
			t.Errorf("%s builds stage %q, which is none", name, service.Build.Target)
		}
		user := ""
		for _, command := range stage.Commands {
			if c, ok := command.(*instructions.UserCommand); ok {
				user = c.User
			}
		}
		if user != "10001:10001" {
			t.Errorf("stage %s runs as %q", stage.Name, user)
		}
	}
	known := keys(t)
	healthy := false
	for _, command := range byName["host"].Commands {
		switch c := command.(type) {
		case *instructions.EnvCommand:
			for _, pair := range c.Env {
				if !known[pair.Key] {
					t.Errorf("the image sets %s, which the host does not know", pair.Key)
				}
			}
		case *instructions.HealthCheckCommand:
			healthy = true
		}
	}
	if !healthy {
		t.Error("the host's image has no health check")
	}
}
