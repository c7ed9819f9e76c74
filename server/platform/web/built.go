package web

import "embed"

// Built is the app as vite built it, empty until then.
//
//go:embed all:dist
var Built embed.FS
