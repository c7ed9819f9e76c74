package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pure are packages of rules: the same input always gives the same answer.
var pure = []string{"quote", "week", "menu"}

// denied are packages that a package must not compile, not even through others, and why. A name also denies what lies below it.
var denied = []struct {
	packages []string
	path     string
	because  string
}{
	{pure, "github.com/jackc", "a rule asks no database"},
	{pure, "database/sql", "a rule asks no database"},
	{pure, "sahn/server/platform/db", "a rule asks no database"},
	{pure, "github.com/gofiber", "a rule is not asked over the network"},
	{pure, "github.com/redis", "a rule is not cached"},
	{pure, "net", "a rule is not asked over the network"},
	{[]string{"pos", "ledger", "quote"}, "sahn/server/payment", "money is booked the same whoever brings it"},
	{[]string{"order", "amendment", "withdrawal", "wallet", "invoice"}, "sahn/server/payment/aps",
		"who is paid for knows no provider: payment/attempt is all of it"},
	{[]string{"api", "order", "amendment", "withdrawal", "pos"}, "sahn/server/dev", "a customer reaches no tool of development"},
}

// dependencies are all packages that are compiled for a package.
func dependencies(t *testing.T, name string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "./"+name).Output()
	require.NoError(t, err, name)
	return strings.Fields(string(out))
}

func TestNoPackageCompilesWhatItMustNotKnow(t *testing.T) {
	t.Parallel()
	compiled := map[string][]string{}
	for _, row := range denied {
		require.NotEmpty(t, row.because, row.path)
		for _, name := range row.packages {
			if compiled[name] == nil {
				compiled[name] = dependencies(t, name)
			}
			for _, found := range compiled[name] {
				require.False(t, found == row.path || strings.HasPrefix(found, row.path+"/"), "%s compiles %s: %s", name, found, row.because)
			}
		}
	}
	// A name that nobody compiles any more denies nothing.
	all := dependencies(t, ".")
	for _, row := range denied {
		require.True(t, slices.ContainsFunc(all, func(p string) bool { return p == row.path || strings.HasPrefix(p, row.path+"/") }), row.path)
	}
}
