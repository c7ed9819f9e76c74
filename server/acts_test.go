package main

import (
	"go/ast"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An act whose kind has no sentence is shown to operators by its name on the wire.
func TestEveryKindOfActHasASentenceInTheTrail(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../pwa/i18n/kitchen-trail.ts")
	require.NoError(t, err)
	// The rest of what is written like a kind is an event of webhooks, a field or a metric.
	kind := regexp.MustCompile(`^(api_key|area|bank|books|case|company|counter|department|directory|dispute|invoice|job|member|` +
		`person|photo|place|plan|refund|season|seller|settings|staff|till|trail|vat|webhook|week|window)\.[a-z]+(_[a-z]+)*$`)
	others := map[string]bool{"invoice.issued": true, "invoice.credited": true, "invoice.paid": true, "invoice.reopened": true,
		"invoice.overdue": true, "member.added": true, "member.removed": true, "job.attempt": true, "person.csv": true}
	kinds := 0
	for _, s := range sources(t) {
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok {
				return true
			}
			if name, err := strconv.Unquote(literal.Value); err == nil && kind.MatchString(name) && !others[name] {
				kinds++
				require.True(t, strings.Contains(string(text), literal.Value+":"), "%s: acts in pwa/i18n/kitchen-trail.ts", name)
			}
			return true
		})
	}
	require.Greater(t, kinds, 90)
	for _, act := range []string{"approve", "reactivate", "suspend", "remove", "promote", "demote", "assign"} {
		require.True(t, strings.Contains(string(text), strconv.Quote("member."+act)+":"), act)
	}
}
