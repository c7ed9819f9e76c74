package person

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"sahn/server/platform/fault"
)

// address accepts more than the RFC, but nothing that could do harm in a header, and no character that is not seen: one that turns the text
// around makes an address look like another in a list.
var address = regexp.MustCompile(
	`^[^\s@<>()\[\],;:\\"\pC\p{Zl}\p{Zp}]+@[^\s@<>()\[\],;:\\"\pC\p{Zl}\p{Zp}.]+(\.[^\s@<>()\[\],;:\\"\pC\p{Zl}\p{Zp}.]+)+$`)

// Canonical is the normalized form in which an e-mail address is stored, looked up and counted, however it was typed.
func Canonical(typed string) (string, error) {
	email := strings.ToLower(norm.NFKC.String(strings.TrimSpace(typed)))
	email = strings.TrimSpace(norm.NFKC.String(email)) // lower case may leave something to compose, and NFKC a space
	if address.MatchString(email) {
		mailbox, domain, _ := strings.Cut(email, "@")
		if domain, err := Domain(domain); err == nil && len(mailbox)+1+len(domain) <= 254 {
			return mailbox + "@" + domain, nil
		}
	}
	return "", fault.Field("email", "The email field must be a valid email address.")
}

// Domain is the one form of a mail domain in lower case. One in other letters than English ones has two spellings, for people and for DNS;
// it is the latter, which mail servers know and which looks like no other domain.
func Domain(name string) (string, error) {
	if !strings.Contains(name, "xn--") && !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return name, nil
	}
	return idna.Lookup.ToASCII(name)
}
