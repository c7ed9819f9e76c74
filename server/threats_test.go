package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// proved is how many of the threat model's attacks (T01 …) have a test: accounts, sessions and the tenant wall.
const proved = 30

// A test says behind itself which attack it tries: (trust T02). An attack that nobody tries any more fails here.
func TestEveryAttackOnAccountsAndTenantsIsTried(t *testing.T) {
	t.Parallel()
	says, attack := regexp.MustCompile(`\(([^()]*\btrust [^()]*)\)`), regexp.MustCompile(`\bT\d\d\b`)
	tried := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, comment := range says.FindAllStringSubmatch(string(source), -1) {
			for _, name := range attack.FindAllString(comment[1], -1) {
				tried[name] = append(tried[name], path)
			}
		}
		return nil
	})
	require.NoError(t, err)
	for n := 1; n <= proved; n++ {
		require.NotEmpty(t, tried[fmt.Sprintf("T%02d", n)], "no test tries T%02d", n)
	}
}
