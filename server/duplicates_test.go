package main

import (
	"fmt"
	"hash/maphash"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxEqualLines may stand in two places. More is one thing that is written twice.
const maxEqualLines = 12

var (
	testCode = regexp.MustCompile(`_test\.go$|\.test\.tsx?$|^pwa/(?:e2e|testing)/|^server/dev/servertest/`)
	// unread lines do not count: empty ones, comments and imports.
	unread = regexp.MustCompile(`^(?:$|//|/?\*|-- |#|import\b|\} from "|(?:\w+ )?"[^"]+"$)`)
)

// twice are the pairs of places that have more equal lines than that, apart from indentation. Texts are by file.
func twice(texts map[string]string) (pairs []string) {
	type place struct {
		file  string
		index int // among the file's lines that count
	}
	seed, first := maphash.MakeSeed(), map[uint64]place{}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		var lines []string
		var numbers []int
		for i, line := range strings.Split(texts[file], "\n") {
			if line = strings.TrimSpace(line); !unread.MatchString(line) {
				lines, numbers = append(lines, line), append(numbers, i+1)
			}
		}
		var before place
		for i := range max(0, len(lines)-maxEqualLines) {
			window := maphash.String(seed, strings.Join(lines[i:i+maxEqualLines+1], "\n"))
			same, known := first[window]
			if !known {
				first[window] = place{file, i}
			} else if same != (place{before.file, before.index + 1}) { // otherwise the pair goes on
				pairs = append(pairs, fmt.Sprintf("%s:%d as in %s", file, numbers[i], same.file))
			}
			before = same
		}
	}
	return pairs
}

func TestNoMoreThanTwelveLinesStandTwice(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range maxEqualLines + 2 {
		fmt.Fprintf(&body, "\tline%d()\n", i)
	}
	long := body.String()
	short := strings.Join(strings.SplitAfter(long, "\n")[:maxEqualLines], "")
	require.Equal(t, []string{"b.go:3 as in a.go"},
		twice(map[string]string{"a.go": long, "b.go": "// why\n\n" + strings.ReplaceAll(long, "\t", "") + "end()\n"}))
	require.Empty(t, twice(map[string]string{"a.go": short + "more()\n", "b.go": short + "other()\n"}))

	texts := map[string]string{}
	for _, file := range repositoryFiles(t) {
		if testCode.MatchString(file) || strings.HasPrefix(file, "sql/migrations/") { // a migration stays as it was applied
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		if handWritten(file, string(text)) {
			texts[file] = string(text)
		}
	}
	require.Greater(t, len(texts), 900, "the files were found")
	require.Empty(t, twice(texts))
}
