package person

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the list
	"sort"
)

// leakedList has the first four bytes of the SHA-256 of 45,000 leaked passwords, sorted: the most frequent ones of ten and more characters,
// in small letters, of the list of ten million in SecLists (MIT licence, copyright Daniel Miessler). One in 95,000 other passwords is taken
// for one of them.
//
//go:embed leaked.bin
var leakedList []byte

const leakedWidth = 4

// leaked reports whether a password, in small letters, is on the list.
func leaked(low string) bool {
	sum := sha256.Sum256([]byte(low))
	at := func(i int) []byte { return leakedList[i*leakedWidth : (i+1)*leakedWidth] }
	n := len(leakedList) / leakedWidth
	i := sort.Search(n, func(i int) bool { return bytes.Compare(at(i), sum[:leakedWidth]) >= 0 })
	return i < n && bytes.Equal(at(i), sum[:leakedWidth])
}
