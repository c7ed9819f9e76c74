package person

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sahn/server/platform/fault"
)

// address accepts more than the RFC, but nothing that could do harm in a header.
var address = regexp.MustCompile(
	`^[^\s@<>()\[\],;:\\"\x00-\x1f\x7f]+@[^\s@<>()\[\],;:\\"\x00-\x1f\x7f.]+(\.[^\s@<>()\[\],;:\\"\x00-\x1f\x7f.]+)+$`)

// Canonical is the normalized form in which an e-mail address is stored, looked up and counted, however it was typed.
func Canonical(typed string) (string, error) {
	email := strings.ToLower(norm.NFKC.String(strings.TrimSpace(typed)))
	email = strings.TrimSpace(norm.NFKC.String(email)) // lower case may leave something to compose, and NFKC a space
	if len(email) > 254 || !address.MatchString(email) {
		return "", fault.Field("email", "The email field must be a valid email address.")
	}
	return email, nil
}
