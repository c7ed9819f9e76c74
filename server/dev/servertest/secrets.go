package servertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Secrets are those of a server in tests.
var Secrets = [][]byte{[]byte("a secret of thirty-two characters")}

var (
	former = Secrets[0]
	next   = []byte("the next secret of as many letters")
)

// Replacing checks that what servers make with one secret is good for servers that know it beside another one, and for no other. accepts
// reports whether a server with the secrets of checks takes what one with those of makes has made.
func Replacing(t *testing.T, accepts func(t *testing.T, makes, checks [][]byte) bool) {
	t.Helper()
	for _, c := range []struct {
		name          string
		makes, checks [][]byte
		good          bool
	}{
		{"before", [][]byte{former}, [][]byte{former}, true},
		{"the new one is known", [][]byte{former}, [][]byte{former, next}, true},
		{"the new one is first", [][]byte{former}, [][]byte{next, former}, true},
		{"another server already makes with the new one", [][]byte{next, former}, [][]byte{former, next}, true},
		{"the old one is gone", [][]byte{former}, [][]byte{next}, false},
		{"a server that does not know the new one", [][]byte{next, former}, [][]byte{former}, false},
		{"the new one is first and alone", [][]byte{next, former}, [][]byte{next}, true},
	} {
		require.Equal(t, c.good, accepts(t, c.makes, c.checks), c.name)
	}
}
