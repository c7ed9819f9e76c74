package quote_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain gives rapid's properties 5,000 cases, of which a quick run takes a fifth, always the same. A case takes a fraction of a
// millisecond.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "5000")
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("rapid.seed", "1")
	}
	os.Exit(m.Run())
}
