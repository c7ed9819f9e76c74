package aps

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"

	"sahn/server/platform/money"
)

// Purchase is one attempt to pay on the hosted page.
type Purchase struct {
	Reference   string     // new for every attempt: 1 to 40 of A-Z a-z 0-9 . _ -
	Amount      money.Fils // 1 to 9 999 999 999 fils
	Email       string
	Language    string // en (also when empty) or ar
	ReturnURL   string // absolute, without query: the provider adds its own
	Description string // optional; letters that the provider refuses become blanks
	Token       string // of a saved card: the page asks for its security code only
	Remember    bool   // the page offers to keep the card, and the buyer has said yes to us already
}

var (
	plainEmail  = regexp.MustCompile(`^[A-Za-z0-9_.+-]+@[A-Za-z0-9.-]+$`)
	undescribed = regexp.MustCompile(`[^A-Za-z0-9'/._#:$ -]+`)
)

// TakesEmail reports whether the provider accepts an address: letters, digits and _ - . + only, though mail allows more.
func TakesEmail(address string) bool { return plainEmail.MatchString(address) }

// Form is the fields that the buyer's browser posts to the page, signed. No field is ever empty, because the
// provider's clients disagree about signing those. The error names what the provider would refuse.
func (p Purchase) Form(s Settings) (map[string]string, error) {
	fields := map[string]string{
		"command":             "PURCHASE",
		"access_code":         s.AccessCode,
		"merchant_identifier": s.MerchantIdentifier,
		"merchant_reference":  p.Reference,
		"amount":              strconv.FormatInt(int64(p.Amount), 10),
		"currency":            "AED",
		"language":            p.Language,
		"customer_email":      p.Email,
		"return_url":          p.ReturnURL,
	}
	if p.Language == "" {
		fields["language"] = "en"
	}
	if text := describe(p.Description); text != "" {
		fields["order_description"] = text
	}
	if p.Token != "" {
		fields["token_name"] = p.Token
	} else if p.Remember {
		fields["remember_me"] = "YES"
	}
	if p.Amount < 1 {
		return nil, fmt.Errorf("payment: amount must be positive")
	}
	if !TakesEmail(p.Email) {
		return nil, fmt.Errorf("payment: the provider does not take this email address")
	}
	back, err := url.Parse(p.ReturnURL)
	if err != nil || back.Host == "" || back.RawQuery != "" || back.ForceQuery || back.Fragment != "" {
		return nil, fmt.Errorf("payment: the return URL must be absolute and have no query")
	}
	for key, value := range fields {
		if value == "" {
			return nil, fmt.Errorf("payment: %s is empty", key)
		}
	}
	// What we send comes back in the answer: it must pass the grammar that reads the answer.
	if err := wellFormed(fields); err != nil {
		return nil, err
	}
	fields["signature"] = Sign(fields, s.RequestPhrase, s.SHAType)
	if fields["signature"] == "" {
		return nil, fmt.Errorf("payment: no request phrase or an unknown SHA type")
	}
	return fields, nil
}

func describe(text string) string {
	text = undescribed.ReplaceAllString(text, " ")
	return text[:min(len(text), 150)]
}
