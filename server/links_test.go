package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	markdownLink = regexp.MustCompile(`!?\[[^\]]*\]\(([^)\s]+)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	notInAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// deadLinks are the links and pictures of a Markdown file that name no file of the repository, or no heading of it.
func deadLinks(file, text string, anchors map[string][]string, files []string) []string {
	var dead []string
	for _, link := range markdownLink.FindAllStringSubmatch(text, -1) {
		target, anchor, _ := strings.Cut(link[1], "#")
		if regexp.MustCompile(`^[a-z]+:`).MatchString(target) {
			continue
		}
		at := file
		if target != "" {
			at = path.Join(path.Dir(file), target)
		}
		there := slices.Contains(files, at) || slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, at+"/") })
		if !there || anchor != "" && !slices.Contains(anchors[at], anchor) {
			dead = append(dead, file+": "+link[1])
		}
	}
	return dead
}

// anchorsOf are the names that headings have in links.
func anchorsOf(text string) []string {
	var names []string
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		name := notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(h[1])), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

// maxPicture is how many bytes a picture in the documents has at most.
const maxPicture = 150_000

func TestPicturesOfTheDocumentsAreSmall(t *testing.T) {
	t.Parallel()
	var pictures, large []string
	for _, file := range repositoryFiles(t) {
		if !strings.HasPrefix(file, "docs/pictures/") {
			continue
		}
		pictures = append(pictures, file)
		info, err := os.Stat(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		if info.Size() > maxPicture {
			large = append(large, fmt.Sprintf("%s: %d bytes", file, info.Size()))
		}
	}
	require.NotEmpty(t, pictures)
	require.Empty(t, large)
}

func TestEveryMarkdownLinkAndPictureLeadsSomewhere(t *testing.T) {
	t.Parallel()
	sample := "# A page\n[a](b.md) ![p](pictures/p.webp) [h](#a-page) [none](#gone) [dead](c.md) [far](https://go.dev) [in](b.md#other)"
	require.Equal(t, []string{"a.md: #gone", "a.md: c.md", "a.md: b.md#other"},
		deadLinks("a.md", sample, map[string][]string{"a.md": anchorsOf(sample), "b.md": {"one"}}, []string{"a.md", "b.md", "pictures/p.webp"}))

	files := repositoryFiles(t)
	texts, anchors := map[string]string{}, map[string][]string{}
	for _, file := range files {
		if path.Ext(file) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		texts[file], anchors[file] = string(text), anchorsOf(string(text))
	}
	require.NotEmpty(t, texts)
	var dead []string
	for file, text := range texts {
		dead = append(dead, deadLinks(file, text, anchors, files)...)
	}
	require.Empty(t, dead)
}

// Who opens the repository for the first time reads README and glossary to the end.
func TestWhoIsNewHasReadmeGlossaryAndArchitectureReadSoon(t *testing.T) {
	t.Parallel()
	lines := func(file string) []string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	require.LessOrEqual(t, len(lines("README.md")), 102, "with its list of features")
	require.LessOrEqual(t, len(lines("ARCHITECTURE.md")), 150, "two pages")
	words := 0
	for _, line := range lines("docs/glossary.md") {
		if row := strings.Split(line, "|"); len(row) > 2 && !strings.Contains(row[1], "---") && row[1] != " word " {
			words += len(strings.Split(row[1], ","))
		}
	}
	require.NotZero(t, words)
	require.LessOrEqual(t, words, 30)
}

func TestEveryScriptIsListedAndAnswersHelp(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../scripts/README.md")
	require.NoError(t, err)
	var missing []string
	for _, file := range repositoryFiles(t) {
		if path.Dir(file) != "scripts" || path.Ext(file) != "" {
			continue
		}
		script, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		if !strings.Contains(string(list), "| `"+file+"` |") {
			missing = append(missing, file+": a line in scripts/README.md")
		}
		if !strings.Contains(string(script), "-h | --help)") {
			missing = append(missing, file+": an answer to --help")
		}
	}
	require.Empty(t, missing)
}
