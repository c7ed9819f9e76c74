package main

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// repositoryFiles are the paths that git tracks, from the repository's root.
func repositoryFiles(t *testing.T) []string {
	t.Helper()
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("this copy of the code is no git checkout, so nothing tells its files from what was built in it")
	}
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = ".."
	out, err := list.Output()
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// clashes are the groups of paths that a Mac or Windows disk, or an import without an extension, takes for one file.
func clashes(paths []string) [][]string {
	modules := []string{".ts", ".tsx", ".js", ".mjs"}
	byStem := map[string][]string{}
	for _, p := range paths {
		stem := strings.TrimSuffix(p, path.Ext(p))
		byStem[strings.ToLower(stem)] = append(byStem[strings.ToLower(stem)], p)
	}
	var found [][]string
	for _, same := range byStem {
		stems, imported := map[string]bool{}, 0
		for _, p := range same {
			stems[strings.TrimSuffix(p, path.Ext(p))] = true
			if slices.Contains(modules, path.Ext(p)) {
				imported++
			}
		}
		if len(stems) > 1 || imported > 1 {
			slices.Sort(same)
			found = append(found, same)
		}
	}
	slices.SortFunc(found, slices.Compare)
	return found
}

func TestNoTwoPathsAreOneFileOnADiskThatIgnoresCase(t *testing.T) {
	t.Parallel()
	require.Equal(t, [][]string{{"a/Header.tsx", "a/header.ts"}, {"a/Sheet.tsx", "a/sheet.css"}, {"a/tabs.ts", "a/tabs.tsx"}},
		clashes([]string{"a/Header.tsx", "a/header.ts", "a/Sheet.tsx", "a/sheet.css", "a/tabs.ts", "a/tabs.tsx", "a/form.tsx", "a/form.css", "b/form.tsx", "go.mod", "go.sum"}))
	require.Empty(t, clashes(repositoryFiles(t)))
}

func TestFilesOfTheAppHaveLowerCaseNamesWithDashes(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$`)
	var wrong []string
	for _, file := range repositoryFiles(t) {
		if strings.HasPrefix(file, "pwa/") && !name.MatchString(path.Base(file)) {
			wrong = append(wrong, file)
		}
	}
	require.Empty(t, wrong)
}
