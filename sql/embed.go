// Package sql carries the migrations inside the binary.
package sql

import "embed"

// Migrations are run forward only; a file that has landed is never edited.
//
//go:embed migrations/*.sql
var Migrations embed.FS
