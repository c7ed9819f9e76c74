//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	aheadProgram = "sahn-ahead"
	aheadBy      = 5 * time.Minute
)

// buildAhead builds a server whose clock is ahead. Go reads the time without the C library, so nothing outside of the program can tell it
// another one: the program is compiled with another time.Now.
func buildAhead(ctx context.Context, d *drilling) error {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	file := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	const reads = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	if strings.Count(string(text), reads) != 1 {
		return fmt.Errorf("%s: time.Now is another one than this drill knows", file)
	}
	folder, err := os.MkdirTemp("", "sahn-ahead-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	instead, list := filepath.Join(folder, "time.go"), filepath.Join(folder, "overlay.json")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: instead}})
	if err != nil {
		return err
	}
	ahead := strings.Replace(string(text), reads, reads+fmt.Sprintf("\tsec += %.0f\n", aheadBy.Seconds()), 1)
	if err := os.WriteFile(instead, []byte(ahead), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return err
	}
	return d.compile(ctx, d.repo, aheadProgram, "-overlay", list)
}

// clockAhead lets one of the three servers live in the future.
func clockAhead(ctx context.Context, d *drilling) error {
	if err := d.replace(ctx, "sahn2", aheadProgram); err != nil {
		return err
	}
	if err := pause(ctx, d.lasts); err != nil {
		return err
	}
	log, err := os.ReadFile(d.path("log", "sahn2.log"))
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(log)), "\n")
	var said struct {
		Time time.Time `json:"time"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &said); err != nil {
		return err
	}
	by := time.Until(said.Time).Seconds()
	d.show("sahn2 served for %.0f s with a clock that its log shows %.0f s ahead", d.lasts.Seconds(), by)
	if math.Abs(by-aheadBy.Seconds()) > 30 {
		return fmt.Errorf("its clock is %.0f s ahead", by)
	}
	return d.replace(ctx, "sahn2", "sahn")
}
