package check_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

// metrics are the names that docs/operate.md explains.
func metrics(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, "docs", "operate.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

var histogramParts = regexp.MustCompile(`_(bucket|sum|count)$`)

// explained checks that an expression can be read, and that each metric in it is one that we say there is.
func explained(t *testing.T, documented, expression string) {
	t.Helper()
	expression = strings.ReplaceAll(expression, "$__rate_interval", "5m")
	parsed, err := parser.NewParser(parser.Options{}).ParseExpr(expression)
	if err != nil {
		t.Errorf("%s: %v", expression, err)
		return
	}
	parser.Inspect(parsed, func(node parser.Node, _ []parser.Node) error {
		if selector, ok := node.(*parser.VectorSelector); ok {
			name := histogramParts.ReplaceAllString(selector.Name, "")
			if strings.HasPrefix(name, "outrider_") && !strings.Contains(documented, "`"+name+"`") {
				t.Errorf("%s: docs/operate.md does not explain %s", expression, name)
			}
		}
		return nil
	})
}

func TestAlerts(t *testing.T) {
	groups, problems := rulefmt.ParseFile("../prometheus/alerts.yml", false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	documented := metrics(t)
	for _, group := range groups.Groups {
		for _, rule := range group.Rules {
			explained(t, documented, rule.Expr)
		}
	}
}

func TestDashboard(t *testing.T) {
	raw, err := os.ReadFile("../grafana/outrider.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &board); err != nil || len(board.Panels) == 0 {
		t.Fatalf("no dashboard: %v", err)
	}
	documented := metrics(t)
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			explained(t, documented, target.Expr)
		}
	}
}
