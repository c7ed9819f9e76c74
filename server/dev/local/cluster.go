package local

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// user is the owner of every database here.
const user = "sahn"

// makeCluster makes the data folder and its password unless they exist. The folder appears whole or not at all: an unfinished one of a
// killed app is deleted.
func (p *Postgres) makeCluster() error {
	secret := filepath.Join(p.dir, "password")
	if _, err := os.Stat(p.data()); err == nil {
		b, err := os.ReadFile(secret)
		if err != nil {
			return fmt.Errorf("the password of the data in %s is gone: %w", p.dir, err)
		}
		p.password = string(b)
		return nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}

	halfMade, _ := filepath.Glob(filepath.Join(p.dir, "new-*"))
	for _, dir := range halfMade {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	fresh, err := os.MkdirTemp(p.dir, "new-*")
	if err != nil {
		return err
	}
	p.password = rand.Text()
	if err := writeWhole(secret, []byte(p.password)); err != nil {
		return err
	}
	if err := errors.Join(p.as.own(fresh), p.as.own(secret)); err != nil {
		return err
	}
	args := []string{
		"-D", fresh, "-U", user, "--pwfile=" + secret, "--auth=scram-sha-256", "-E", "UTF8", "--locale=C",
		"--data-checksums", "--no-instructions",
	}
	if p.bin.major >= 17 { // sorting and letter case do not depend on the system
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	}
	if p.opts.Volatile {
		args = append(args, "--no-sync")
		if p.bin.major >= 16 { // tests connect thousands of times, and their password is random
			args = append(args, "-c", "scram_iterations=1")
		}
	}
	if err := finish(p.as.command(p.dir, p.bin.path("initdb"), args...)); err != nil {
		return err
	}
	return os.Rename(fresh, p.data())
}
