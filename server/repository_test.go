package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// repositoryFiles are the paths that git tracks, from the repository's root. A copy without its history, as in an archive, has all
// paths that .gitignore does not name.
func repositoryFiles(t *testing.T) []string {
	t.Helper()
	if _, err := os.Stat("../.git"); err != nil {
		return unignoredFiles(t)
	}
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = ".."
	out, err := list.Output()
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// unignoredFiles are the paths that no pattern of .gitignore names. A pattern with a slash inside is a path, another one a name.
func unignoredFiles(t *testing.T) (files []string) {
	t.Helper()
	text, err := os.ReadFile("../.gitignore")
	require.NoError(t, err)
	patterns := append(strings.Fields(string(text)), ".git/")
	ignored := func(name string) bool {
		return !slices.Contains(patterns, "!/"+name) && slices.ContainsFunc(patterns, func(pattern string) bool {
			subject := path.Base(name)
			if strings.Contains(strings.TrimSuffix(pattern, "/"), "/") {
				subject = name
			}
			matches, err := path.Match(strings.Trim(pattern, "/"), subject)
			require.NoError(t, err, pattern)
			return matches
		})
	}
	require.NoError(t, fs.WalkDir(os.DirFS(".."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case ignored(name) && entry.IsDir():
			return fs.SkipDir
		case !ignored(name) && !entry.IsDir():
			files = append(files, name)
		}
		return nil
	}))
	return files
}

func TestACopyWithoutItsHistoryIsSearchedToo(t *testing.T) {
	t.Parallel()
	files := unignoredFiles(t)
	require.Subset(t, files, repositoryFiles(t))
	for _, built := range []string{"node_modules/", "bin/", "server/dist/assets/"} {
		require.False(t, slices.ContainsFunc(files, func(name string) bool { return strings.HasPrefix(name, built) }), built)
	}
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
		clashes([]string{"a/Header.tsx", "a/header.ts", "a/Sheet.tsx", "a/sheet.css", "a/tabs.ts", "a/tabs.tsx", "a/form.tsx", "a/form.css",
			"b/form.tsx", "go.mod", "go.sum"}))
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

// found are the matches of a pattern in what people write in this repository, each behind its file.
func found(t *testing.T, pattern *regexp.Regexp) (all []string) {
	t.Helper()
	for _, file := range repositoryFiles(t) {
		if file == "server/repository_test.go" || !slices.Contains([]string{".go", ".ts", ".tsx", ".css", ".sql", ".md"}, path.Ext(file)) {
			continue
		}
		text, err := os.ReadFile("../" + file)
		require.NoError(t, err)
		for _, match := range pattern.FindAllString(string(text), -1) {
			all = append(all, file+": "+match)
		}
	}
	return all
}

// privateWords had a meaning in this repository alone. Their plain terms are: store, category, reset, redact, synced, timeout, context,
// choice or proposal, account or state, outbox, and max for the greatest allowed. Inside a name they begin with a capital letter.
var privateWords = regexp.MustCompile(
	`\b(?i:shelf|shelves|forsake[ns]?|hush(?:ed)?|in step with|patience|surroundings?|wish(?:e[sd])?|standings?)\b|\b(?i:in step)[,.:;]|` +
		`[a-z](?:Shelf|Shelves|Forsaken?|Hush|InStep|Patience|Surroundings?|Tray|Wish(?:es|ed)?|Standings?)(?:[^a-z]|$)|` +
		`\b[mM]ost[A-Z]`)

func TestNoFileUsesAWordThatMeansSomethingElseElsewhere(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"shelf", "Forsake", "in step with", "surroundings", "Wished", "standing", "in step:", "eSurroundingsI",
		"rTray(", "mostR"},
		privateWords.FindAllString("its shelf, Forsake, selfish hushmail, in steps, in step 2, in step with, surrounds, surroundings, Wished, "+
			"swish, outstanding, standing, in step: TheSurroundingsIs PaperTray( UnderStandingly thrushHushed mostRows AtMost", -1))
	require.Empty(t, found(t, privateWords))
}

// A comment names what a reader can find: a rule in words, a file of the repository or a public standard. It names no number of a document
// that is not here.
func TestCommentsNameNoNumbersOfDocumentsThatAreNotHere(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(
		`(?m)^[^"'\x60\n]*(?://|/\*|--|^\s*\*|#) .*?(?:\((?:[^()\n]*\b)?[DTMFGS]\d{1,2}\b[^()\n]*\)|\b(?:spec|trust) [A-Z]?\d).*$`)
	require.Equal(t,
		[]string{"// Prices are rounded once. (D14)", "\tgo on() // as spec 4 says", " * Kept. (see T02, F17)", "-- one a day (D8)"},
		number.FindAllString("// Prices are rounded once. (D14)\n\tgo on() // as spec 4 says\n * Kept. (see T02, F17)\n-- one a day (D8)\n"+
			"// As in RFC 7644 (section 3)\n// rules I1 and I2 (UAX #9)\npath d=\"M12 78v78\"\n// a plan (20 %)\n", -1))
	require.Empty(t, found(t, number))
}
