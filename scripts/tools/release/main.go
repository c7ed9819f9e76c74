// Command release packs built programs: archives, Debian packages, container images, the Helm chart, and their checksums. The same inputs
// and time give the same bytes. scripts/release builds what it packs and calls it in the repository's root.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// release is what is packed: every file that Add writes is in the folder Out.
type release struct {
	Version  string
	Programs string // the folder of sahn-OS-ARCH
	Out      string
	Time     time.Time // of everything inside: the commit's
}

func main() {
	var r release
	var seconds int64
	flag.StringVar(&r.Version, "version", "", "the version, like 2026.11.2")
	flag.StringVar(&r.Programs, "programs", "", "the folder of the built programs, each named sahn-OS-ARCH")
	flag.StringVar(&r.Out, "out", "", "the folder that gets the artifacts")
	flag.Int64Var(&seconds, "time", 0, "the time of everything inside, in seconds since 1970")
	flag.Parse()
	r.Time = time.Unix(seconds, 0).UTC()
	if err := r.pack(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (r release) pack() error {
	programs, err := filepath.Glob(filepath.Join(r.Programs, "sahn-*-*"))
	if err != nil || len(programs) == 0 {
		return fmt.Errorf("no programs in %s: %w", r.Programs, err)
	}
	for _, program := range programs {
		_, name, _ := strings.Cut(filepath.Base(program), "-")
		system, arch, _ := strings.Cut(name, "-")
		if err := r.archive(program, system, arch); err != nil {
			return fmt.Errorf("archive: %w", err)
		}
		if system != "linux" {
			continue
		}
		if err := r.debian(program, arch); err != nil {
			return fmt.Errorf("debian package: %w", err)
		}
		if err := r.image(program, arch); err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	if err := r.chart(); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	return r.sums()
}

// archive is the program with its licences, as people without a package manager take it.
func (r release) archive(program, system, arch string) error {
	name := "sahn"
	if system == "windows" {
		name += ".exe"
	}
	folder := fmt.Sprintf("sahn_%s_%s_%s", r.Version, system, arch)
	return r.write(folder+".tar.gz", func(w io.Writer) error {
		return r.gzipped(w, []item{
			{name: folder + "/" + name, from: program, mode: 0o755},
			{name: folder + "/LICENSE", from: "LICENSE", mode: 0o644},
			{name: folder + "/licences.txt", from: "server/dist/licences.txt", mode: 0o644},
			{name: folder + "/CHANGELOG.md", from: "CHANGELOG.md", mode: 0o644},
			{name: folder + "/operations.md", from: "docs/operations.md", mode: 0o644},
		})
	})
}

// chart is the Helm chart with the version of the program.
func (r release) chart() error {
	const folder = "deploy/helm"
	var items []item
	err := filepath.WalkDir(filepath.Join(folder, "sahn"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if entry.Name() == "Chart.yaml" {
			content = []byte(strings.ReplaceAll(string(content), "ersion: 0.0.0\n", "ersion: "+r.Version+"\n"))
		}
		items = append(items, item{name: filepath.ToSlash(name), content: content, mode: 0o644})
		return err
	})
	if err != nil {
		return err
	}
	return r.write("sahn-"+r.Version+".tgz", func(w io.Writer) error { return r.gzipped(w, items) })
}

// sums writes SHA256SUMS of everything in the folder; `sha256sum --check` reads it.
func (r release) sums() error {
	files, err := os.ReadDir(r.Out)
	if err != nil {
		return err
	}
	var lines []string
	for _, file := range files {
		if file.Name() == "SHA256SUMS" {
			continue
		}
		content, err := os.Open(filepath.Join(r.Out, file.Name()))
		if err != nil {
			return err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, content)
		_ = content.Close()
		if err != nil {
			return err
		}
		lines = append(lines, hex.EncodeToString(sum.Sum(nil))+"  "+file.Name()+"\n")
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return os.WriteFile(filepath.Join(r.Out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}
