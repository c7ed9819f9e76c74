package metrics

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"sahn/server/platform/clock"
)

var described = regexp.MustCompile(`fqName: "([^"]+)".*variableLabels: \{([^}]*)\}`)

// known are all metrics of a server, with their labels. Histograms have three names.
func known(t *testing.T) map[string][]string {
	t.Helper()
	m := New("1")
	m.Watch(nil, clock.System)
	all, descriptions := map[string][]string{}, make(chan *prometheus.Desc, 1000)
	m.registry.Describe(descriptions)
	close(descriptions)
	for d := range descriptions {
		is := described.FindStringSubmatch(d.String())
		require.NotNil(t, is, d.String())
		labels := strings.Split(is[2], ",")
		all[is[1]] = labels
		if strings.HasSuffix(is[1], "_seconds") || strings.HasSuffix(is[1], "_operations") {
			all[is[1]+"_bucket"], all[is[1]+"_sum"], all[is[1]+"_count"] = append(slices.Clone(labels), "le"), labels, labels
		}
	}
	return all
}

var (
	named  = regexp.MustCompile(`\b((?:sahn|go|process)_[a-z0-9_]+)(?:\{([^}]*)\})?`)
	label  = regexp.MustCompile(`([a-z_]+)\s*(?:=~|!~|!=|=)`)
	legend = regexp.MustCompile(`\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}`)
)

func TestAlertsAndTheDashboardNameOnlyMetricsThatAServerHas(t *testing.T) {
	t.Parallel()
	metrics := known(t)
	expression := func(expr string) {
		found := named.FindAllStringSubmatch(expr, -1)
		for _, is := range found {
			labels, has := metrics[is[1]]
			require.True(t, has, "%s in %s", is[1], expr)
			for _, l := range label.FindAllStringSubmatch(is[2], -1) {
				require.Contains(t, append(labels, "instance", "job"), l[1], expr)
			}
		}
		require.True(t, len(found) > 0 || strings.HasPrefix(expr, "up{"), expr)
	}

	text, err := os.ReadFile("../../../deploy/prometheus/rules.yaml")
	require.NoError(t, err)
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations struct{ Summary, Runbook string }
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &rules))
	runbooks, err := os.ReadFile("../../../docs/operations.md")
	require.NoError(t, err)
	anchors := []string{}
	for line := range strings.Lines(string(runbooks)) {
		if title, is := strings.CutPrefix(strings.TrimSpace(line), "### "); is {
			anchors = append(anchors, strings.NewReplacer(" ", "-", "'", "", ":", "", ",", "").Replace(strings.ToLower(title)))
		}
	}
	alerts := 0
	for _, r := range rules.Groups[0].Rules {
		alerts++
		expression(r.Expr)
		require.Contains(t, anchors, strings.TrimPrefix(r.Annotations.Runbook, "docs/operations.md#"), r.Alert)
		require.NotEmpty(t, r.Annotations.Summary, r.Alert)
	}
	require.Greater(t, alerts, 15)

	text, err = os.ReadFile("../../../deploy/grafana/sahn.json")
	require.NoError(t, err)
	var board struct {
		Panels []struct {
			Title, Type string
			Targets     []struct{ Expr, LegendFormat string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &board))
	shown := 0
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			shown++
			expression(target.Expr)
			for _, l := range legend.FindAllStringSubmatch(target.LegendFormat, -1) {
				require.True(t, l[1] == "instance" || slices.ContainsFunc(named.FindAllStringSubmatch(target.Expr, -1),
					func(is []string) bool { return slices.Contains(metrics[is[1]], l[1]) }), "%s: %s", p.Title, l[1])
			}
		}
	}
	require.Greater(t, shown, 30)
}
