package aps

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"sort"
	"strings"
)

// digests are the supported hashes; SHA-1, which the provider advises against, is left out.
var digests = map[string]func(phrase string) hash.Hash{
	"SHA-256":  func(string) hash.Hash { return sha256.New() },
	"SHA-512":  func(string) hash.Hash { return sha512.New() },
	"HMAC-256": func(phrase string) hash.Hash { return hmac.New(sha256.New, []byte(phrase)) },
	"HMAC-512": func(phrase string) hash.Hash { return hmac.New(sha512.New, []byte(phrase)) },
}

// Sign returns the signature, in lower-case hex, over every field but `signature`. It is "" for an empty phrase or
// an unknown SHA type, which nothing accepts.
func Sign(fields map[string]string, phrase, shaType string) string {
	return hex.EncodeToString(digest(fields, phrase, shaType))
}

// Verify reports whether `signature` proves every other field received, known to us or not, with one of the phrases. A missing signature,
// an empty phrase or an unknown SHA type proves nothing.
func Verify(fields map[string]string, shaType string, phrases ...string) bool {
	given, err := hex.DecodeString(fields["signature"])
	if err != nil || len(given) == 0 {
		return false
	}
	proved := false
	for _, phrase := range phrases {
		want := digest(fields, phrase, shaType)
		if len(want) > 0 && hmac.Equal(want, given) {
			proved = true
		}
	}
	return proved
}

func digest(fields map[string]string, phrase, shaType string) []byte {
	start, ok := digests[shaType]
	if !ok || phrase == "" {
		return nil
	}
	names := make([]string, 0, len(fields))
	for name := range fields {
		if name != "signature" {
			names = append(names, name)
		}
	}
	sort.Strings(names)

	var text strings.Builder
	text.WriteString(phrase)
	for _, name := range names {
		text.WriteString(name)
		text.WriteByte('=')
		text.WriteString(fields[name])
	}
	text.WriteString(phrase)

	h := start(phrase)
	h.Write([]byte(text.String()))
	return h.Sum(nil)
}
