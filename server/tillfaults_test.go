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

// A test says before itself which of the faults that a till meets it lets happen: Fault 48. Those from 48 to 58 are the counters';
// one that nobody lets happen any more fails here.
func TestEveryFaultThatATillMeetsHasATest(t *testing.T) {
	t.Parallel()
	says, number := regexp.MustCompile(`(?m)^// .*\b[Ff]aults? ([^.:]*)`), regexp.MustCompile(`\b\d\d\b`)
	met := map[string][]string{}
	for _, folder := range []string{"pos", "api"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, comment := range says.FindAllStringSubmatch(string(source), -1) {
				for _, n := range number.FindAllString(comment[1], -1) {
					met[n] = append(met[n], path)
				}
			}
			return nil
		})
		require.NoError(t, err)
	}
	for n := 48; n <= 58; n++ {
		require.NotEmpty(t, met[fmt.Sprint(n)], "no test of fault %d", n)
	}
}
