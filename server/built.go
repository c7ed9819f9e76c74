package main

import "embed"

// built is the app as vite built it into server/dist, which is empty until then.
//
//go:embed all:dist
var built embed.FS
