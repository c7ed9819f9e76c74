package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEachDocumentIsAsShortAsItsReaderNeeds(t *testing.T) {
	t.Parallel()
	for file, most := range map[string]int{"README.md": 90, "ARCHITECTURE.md": 150} {
		text, err := os.ReadFile("../" + file)
		require.NoError(t, err)
		require.LessOrEqual(t, strings.Count(string(text), "\n"), most, file)
	}
	glossary, err := os.ReadFile("../docs/glossary.md")
	require.NoError(t, err)
	words := 0
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z][^|]*) \|`).FindAllStringSubmatch(string(glossary), -1)[1:] {
		words += 1 + strings.Count(row[1], ", ")
	}
	require.LessOrEqual(t, words, 30, "words of the glossary")
	require.Greater(t, words, 20, "the words were found")
}

// Who looks for a folder finds it in the picture of ARCHITECTURE.md.
func TestThePictureNamesEveryFolderOfServerAndApp(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../ARCHITECTURE.md")
	require.NoError(t, err)
	picture := strings.SplitN(string(text), "```", 3)[1]
	folder := regexp.MustCompile(`^(?:server/(?:platform/|dev/|ops/)?|pwa/)([a-z-]+)/[^/]+\.(?:go|tsx?)$`)
	folders, missing := map[string]bool{}, map[string]bool{}
	for _, file := range repositoryFiles(t) {
		if at := folder.FindStringSubmatch(file); at != nil {
			folders[at[1]] = true
			if !regexp.MustCompile(`(?:^|[\s(/,])` + at[1] + `(?:[\s),;/]|$)`).MatchString(picture) {
				missing[at[1]] = true
			}
		}
	}
	require.Greater(t, len(folders), 60, "the folders were found")
	require.Empty(t, missing)
}
