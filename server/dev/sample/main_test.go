package sample_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain gives rapid's properties the same cases in every quick run.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("rapid.seed", "1")
	}
	os.Exit(m.Run())
}
