package local

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Running is the address of a database of the server that another app runs in the folder, for a command beside that app. It ends with
// the app. An error when no server there takes connections.
func Running(dir, database string) (string, error) {
	p := &Postgres{}
	var err error
	if p.dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	// Postgres writes it as lines: pid, data, start, port, folder of the socket, address, shared memory, and whether it is ready.
	content, err := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	if err != nil {
		return "", fmt.Errorf("no database runs in %s: %w", dir, err)
	}
	lines := strings.Split(string(content), "\n")
	if len(lines) < 8 || strings.TrimSpace(lines[7]) != "ready" {
		return "", fmt.Errorf("the database in %s takes no connections now; try again in a moment", dir)
	}
	if p.port, err = strconv.Atoi(strings.TrimSpace(lines[3])); err != nil {
		return "", fmt.Errorf("the port of the database in %s: %w", dir, err)
	}
	p.socket = strings.TrimSpace(lines[4])
	password, err := os.ReadFile(filepath.Join(p.dir, "password"))
	if err != nil {
		return "", err
	}
	p.password = string(password)
	return p.URL(database), nil
}
