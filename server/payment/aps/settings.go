// Package aps implements the protocol of the card payment provider, Amazon Payment Services: how its messages are signed, which
// fields they hold and what its status codes mean. It promises that nothing is called paid, failed or refunded unless a message
// that was verified with the response phrase says so.
package aps

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"strings"
)

// Settings is the merchant's account with the provider. The phrases are secrets: printing or logging Settings
// never shows them.
type Settings struct {
	MerchantIdentifier string
	AccessCode         string
	RequestPhrase      string // signs what is sent
	ResponsePhrase     string // verifies what is received
	SHAType            string // SHA-256, SHA-512, HMAC-256 or HMAC-512
	PageURL            string // where the browser posts the payment form
	APIURL             string // where the server asks

	// FormerResponsePhrase is also accepted while notifications signed before a change of phrases may still come; empty otherwise.
	FormerResponsePhrase string
}

const shortestPhrase = 12

var account = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)

// Validate refuses settings under which a message could be forged or sent to the wrong place: equal or short
// phrases, an unknown or withdrawn hash, an address that is not the provider's kind, two environments mixed.
func (s Settings) Validate() error {
	var wrong []error
	add := func(format string, a ...any) { wrong = append(wrong, fmt.Errorf("payment: "+format, a...)) }

	if !account.MatchString(s.MerchantIdentifier) {
		add("the merchant identifier must be 1 to 20 letters and digits")
	}
	if !account.MatchString(s.AccessCode) {
		add("the access code must be 1 to 20 letters and digits")
	}
	phrases := []string{s.RequestPhrase, s.ResponsePhrase}
	if s.FormerResponsePhrase != "" {
		phrases = append(phrases, s.FormerResponsePhrase)
	}
	for _, p := range phrases {
		if len(strings.TrimSpace(p)) < shortestPhrase {
			add("a phrase is shorter than %d characters", shortestPhrase)
			break
		}
	}
	// Equal phrases let a signed request pass for a signed success.
	if same(s.RequestPhrase, s.ResponsePhrase) || same(s.RequestPhrase, s.FormerResponsePhrase) {
		add("the request phrase and the response phrase must differ")
	}
	if _, ok := digests[s.SHAType]; !ok {
		add("the SHA type must be SHA-256, SHA-512, HMAC-256 or HMAC-512")
	}
	page, err := providerURL("page", s.PageURL)
	if err != nil {
		wrong = append(wrong, err)
	}
	api, err := providerURL("API", s.APIURL)
	if err != nil {
		wrong = append(wrong, err)
	}
	if page != nil && api != nil && testHost(page) != testHost(api) {
		add("the page URL and the API URL belong to different environments")
	}
	return errors.Join(wrong...)
}

// Test reports whether these settings point at a sandbox, the provider's or our own: no real money moves.
func (s Settings) Test() bool {
	page, err := url.Parse(s.PageURL)
	return err == nil && testHost(page)
}

func same(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

func providerURL(name, raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("payment: the %s URL must be absolute, without user, query or fragment", name)
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return nil, fmt.Errorf("payment: the %s URL must be https", name)
	}
	return u, nil
}

func testHost(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	return loopback(host) || (strings.HasPrefix(host, "sb") && strings.HasSuffix(host, ".payfort.com"))
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || (ip != nil && ip.IsLoopback())
}

// String names the account without its phrases.
func (s Settings) String() string {
	return fmt.Sprintf("aps merchant %s, %s, %s", s.MerchantIdentifier, s.SHAType, s.PageURL)
}

// GoString is String: %#v shows no phrase either.
func (s Settings) GoString() string { return s.String() }

// LogValue is String: a log line shows no phrase either.
func (s Settings) LogValue() slog.Value { return slog.StringValue(s.String()) }
