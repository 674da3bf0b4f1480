package check_test

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const root = "../.."

func project(t *testing.T) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "compose.yaml")},
		cli.WithWorkingDirectory(root), cli.WithEnvFiles(filepath.Join(root, "deploy", "example.env")), cli.WithDotEnv, cli.WithInterpolation(true))
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := options.LoadProject(t.Context()) // checks it against the schema of the specification
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// keys are the variables of the host's configuration, from the table in docs/operate.md, which a test of the host keeps true.
func keys(t *testing.T) map[string]bool {
	t.Helper()
	file, err := os.Open(filepath.Join(root, "docs", "operate.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	row := regexp.MustCompile("^\\| `[^`]+` \\| `(OUTRIDER_[A-Z0-9_]+)` \\|")
	found := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if m := row.FindStringSubmatch(lines.Text()); m != nil {
			found[m[1]] = true
		}
	}
	if len(found) < 20 {
		t.Fatalf("docs/operate.md lists only %d variables", len(found))
	}
	return found
}

func TestCompose_SetsOnlyWhatTheHostKnows(t *testing.T) {
	known := keys(t)
	for name, service := range project(t).Services {
		for variable, value := range service.Environment {
			if strings.HasPrefix(variable, "OUTRIDER_") && !known[variable] && !isOfPlugin(t, variable) {
				t.Errorf("%s sets %s, which the host does not know", name, variable)
			}
			if value != nil && strings.Contains(*value, "${") {
				t.Errorf("%s leaves %s = %s open", name, variable, *value)
			}
		}
	}
}

// isOfPlugin reports whether a variable is a setting that the README of its plugin lists.
func isOfPlugin(t *testing.T, variable string) bool {
	t.Helper()
	id, key, found := strings.Cut(strings.ToLower(strings.TrimPrefix(variable, "OUTRIDER_PLUGINS_")), "_")
	if !found || !strings.HasPrefix(variable, "OUTRIDER_PLUGINS_") {
		return false
	}
	about, err := os.ReadFile(filepath.Join(root, "plugins", id, "README.md"))
	return err == nil && strings.Contains(string(about), "`plugins."+id+"."+key+"`")
}

func TestCompose_IsWhole(t *testing.T) {
	p := project(t)
	for _, name := range []string{"host1", "host2", "proxy", "postgres", "nats1", "nats2", "nats3", "keto", "minio", "mail"} {
		if _, ok := p.Services[name]; !ok {
			t.Errorf("there is no service %s", name)
		}
	}
	for name, service := range p.Services {
		for _, v := range service.Volumes {
			if v.Type != types.VolumeTypeBind {
				continue
			}
			if _, err := os.Stat(v.Source); err != nil {
				t.Errorf("%s mounts %v", name, err)
			}
		}
		hardened := service.ReadOnly && len(service.CapDrop) == 1 && service.CapDrop[0] == "ALL"
		if service.Build != nil && name != "nats-users" && !hardened {
			t.Errorf("%s is ours, and may write its root or has capabilities", name)
		}
	}
	trusted := p.Services["host1"].Environment["OUTRIDER_HTTP_TRUSTED_PROXIES"]
	if proxy := p.Services["proxy"].Networks["default"]; proxy == nil || trusted == nil || *trusted != proxy.Ipv4Address {
		t.Error("the hosts do not trust the proxy's address")
	}
}

// What the proxy's configuration asks for is set, and the other way round.
func TestCompose_GivesTheProxyItsAddresses(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, "deploy", "haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, m := range regexp.MustCompile(`"\$\{([A-Z0-9_]+)\}"`).FindAllStringSubmatch(string(raw), -1) {
		asked[m[1]] = true
	}
	given := project(t).Services["proxy"].Environment
	for name := range asked {
		if given[name] == nil {
			t.Errorf("%s is not set", name)
		}
	}
	if len(given) != len(asked) {
		t.Errorf("%d variables are set, %d are used", len(given), len(asked))
	}
}
