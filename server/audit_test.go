package main

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// vulnerable says, as in Go's database, that making an id is dangerous. Its summary reads like an error of the network.
const vulnerable = `{"schema_version": "1.3.1", "id": "GO-2026-0001", "modified": "2026-01-01T00:00:00Z",
"published": "2026-01-01T00:00:00Z", "summary": "dial tcp: no such host, said of an id that can be guessed",
"database_specific": {"url": "https://pkg.go.dev/vuln/GO-2026-0001"}, "affected": [{"package": {"name": "github.com/oklog/ulid/v2",
"ecosystem": "Go"}, "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}]}],
"ecosystem_specific": {"imports": [{"path": "github.com/oklog/ulid/v2", "symbols": ["Make"]}]}}]}`

// goDatabase is a folder in the layout of Go's vulnerability database.
func goDatabase(t *testing.T, modules, entry string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index/db.json": `{"modified": "2026-01-01T00:00:00Z"}`, "index/modules.json": modules, "ID/GO-2026-0001.json": entry,
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return "file://" + dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
}

// npmRegistry answers npm audit, once it was asked about react, with the given advisories.
func npmRegistry(t *testing.T, advisories string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/react" {
			_, _ = w.Write([]byte(`{"name": "react", "versions": {"19.0.0": {"name": "react", "version": "19.0.0"}}}`))
			return
		}
		body, err := gzip.NewReader(r.Body)
		asked := map[string][]string{}
		if err != nil || json.NewDecoder(body).Decode(&asked) != nil || asked["react"] == nil || advisories == "" {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		_, _ = w.Write([]byte(advisories))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// smallProduct is a folder with our scripts and versions, whose program only makes an id and whose app is only React.
func smallProduct(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	for _, name := range []string{"scripts", "bin", "go.mod", "go.sum"} {
		require.NoError(t, os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)))
	}
	write(t, filepath.Join(dir, "server", "main.go"), "package main\n\nimport \"github.com/oklog/ulid/v2\"\n\nfunc main() { ulid.Make() }\n")
	write(t, filepath.Join(dir, "package.json"), `{"name": "small", "dependencies": {"react": "19.0.0"}}`)
	write(t, filepath.Join(dir, "package-lock.json"), `{"name": "small", "lockfileVersion": 3, "packages": {
		"": {"name": "small", "dependencies": {"react": "19.0.0"}}, "node_modules/react": {"version": "19.0.0"}}}`)
	return dir
}

// In scripts/soak the product itself is looked at, which takes a minute.
func TestTheAuditNamesAVulnerableFunctionThatIsCalledAndAVulnerablePackage(t *testing.T) {
	t.Parallel()
	product := ".."
	if os.Getenv("SOAK") == "" {
		product = smallProduct(t)
	}
	none := goDatabase(t, "[]", "{}")
	ids := `[{"path": "github.com/oklog/ulid/v2", "vulns": [{"id": "GO-2026-0001", "modified": "2026-01-01T00:00:00Z"}]}]`
	react := `{"react": [{"id": 1, "url": "https://advisories.example/1", "title": "A page runs what it shows", "severity": "high",
		"vulnerable_versions": ">=0"}]}`
	silent, deaf := npmRegistry(t, "{}"), npmRegistry(t, "")
	away := httptest.NewServer(nil)
	away.Close()
	for name, one := range map[string]struct {
		goes, npm string
		status    int
		said      []string
	}{
		"nothing is known":        {none, silent, 0, []string{"No vulnerabilities found", "npm: 0 known"}},
		"a function that we call": {goDatabase(t, ids, vulnerable), silent, 1, []string{"GO-2026-0001", "ulid.Make"}},
		"a package of the app":    {none, npmRegistry(t, react), 1, []string{"No vulnerabilities found", "react *: high"}},
		"neither answers":         {away.URL, deaf, 3, []string{"NOT CHECKED", "the binary's Go modules", "the app's npm packages"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			audit := exec.Command(filepath.Join(product, "scripts", "audit"), "vulnerabilities")
			audit.Env = append(os.Environ(), "GOVULNDB="+one.goes, "npm_config_registry="+one.npm, "npm_config_cache="+t.TempDir())
			out, _ := audit.CombinedOutput()
			require.Equal(t, one.status, audit.ProcessState.ExitCode(), string(out))
			for _, sentence := range one.said {
				require.Contains(t, string(out), sentence)
			}
		})
	}
}
