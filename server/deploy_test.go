package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/caarlos0/env/v11"
	"github.com/stretchr/testify/require"
)

// nowhere are settings that make sense on a developer's machine only.
var nowhere = map[string]bool{"DATA_DIR": true, "DEMO": true, "DEMO_PAST": true, "SANDBOX_PORT": true}

// setElsewhere are settings that a way to deploy decides by itself, and so does not offer.
var setElsewhere = map[string]string{
	"PORT of deploy/compose": "HAProxy and the image agree on it", "PORT of deploy/helm": "the chart's probes ask it",
	"METRICS_ADDR of deploy/helm": "values.metrics",
}

// unnamed are the settings that these files do not name, as a setting, a comment, or a secret.
func unnamed(t *testing.T, of string, files ...string) (names []string) {
	t.Helper()
	var all []byte
	for _, file := range files {
		text, err := os.ReadFile("../" + file)
		require.NoError(t, err)
		all = append(all, text...)
	}
	fields, err := env.GetFieldParams(&config{})
	require.NoError(t, err)
	require.Greater(t, len(fields), 40)
	for _, f := range fields {
		named := regexp.MustCompile(`\b` + f.Key + `(_FILE)?\b`).Match(all)
		if !nowhere[f.Key] && !named && setElsewhere[f.Key+" of "+of] == "" {
			names = append(names, f.Key)
		}
	}
	return names
}

func TestEveryWayToDeployNamesEverySetting(t *testing.T) {
	t.Parallel()
	for of, files := range map[string][]string{
		"deploy/debian":  {"deploy/debian/sahn.env"},
		"deploy/compose": {"deploy/compose/settings.env", "deploy/compose/docker-compose.yml"},
		"deploy/helm":    {"deploy/helm/sahn/values.yaml"},
		"docs":           {"docs/operations.md"},
	} {
		require.Empty(t, unnamed(t, of, files...), "%s does not say that these can be set", of)
	}
	require.Contains(t, unnamed(t, "", "deploy/compose/haproxy.cfg"), "OTEL_TRACES_SAMPLER_ARG")
}
