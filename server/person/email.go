package person

import (
	"regexp"
	"strings"

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
	if len(email) > 254 || !address.MatchString(email) {
		return "", fault.Field("email", "The email field must be a valid email address.")
	}
	return email, nil
}
