package web

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"sahn/server/platform/fault"
)

// errText refuses a text that Postgres cannot store, so that no handler has to think of one.
var errText = fault.New(fault.Invalid, "invalid", "A text has a character that cannot be stored. Please type it again.")

// maxAgent is above every browser's own name.
const maxAgent = 400

// JudgesEach is implemented by requests whose parts are answered one by one (operations of a device, events of a till): what is wrong in
// one of them refuses only that one, in the handler, so that nothing that waits behind it gets stuck.
type JudgesEach interface{ JudgesEach() }

// storable reports whether Postgres can store a text: it is UTF-8 without NUL.
func storable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }

// escapesStorable reports whether the escapes in a JSON document stand for text: no NUL, and no half of a surrogate pair.
func escapesStorable(body []byte) bool {
	for {
		at := bytes.IndexByte(body, '\\')
		if at < 0 || at+1 == len(body) {
			return true
		}
		if body = body[at:]; body[1] != 'u' {
			body = body[2:]
			continue
		}
		switch r, next := escaped(body), escaped(body[min(6, len(body)):]); {
		case r == 0:
			return false
		case utf16.DecodeRune(r, next) != unicode.ReplacementChar:
			body = body[12:]
		case utf16.IsSurrogate(r):
			return false
		default:
			body = body[2:]
		}
	}
}

// escaped is the code unit of the \uXXXX that a text begins with, -1 when it begins with none.
func escaped(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// agentOf is a browser's own name in a form that can be stored and shown.
func agentOf(header string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(header, "?"))
	return strings.ToValidUTF8(printable[:min(len(printable), maxAgent)], "")
}
