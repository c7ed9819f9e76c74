package aps

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The signature has no borders between fields: `amount=45` + `75currency=…` hashes like `amount=4575` +
// `currency=…`. What stops a moved border is that every known field has a narrow grammar, that no value may
// hold a known name followed by `=`, and that no unknown name may look like a known one cut or grown by a move.

const (
	fits      = `^[0-9]{1,10}$`
	wordy     = `^[^\x00-\x1f\x7f]{0,%d}$`
	dotted    = `^[A-Za-z0-9._-]{0,%d}$`
	longValue = 4000
	maxFields = 100
)

var grammars = compile(map[string]string{
	"command":             `^[A-Z_]{1,30}$`,
	"query_command":       `^[A-Z_]{1,30}$`,
	"service_command":     `^[A-Z_]{1,30}$`,
	"access_code":         `^[A-Za-z0-9]{1,20}$`,
	"merchant_identifier": `^[A-Za-z0-9]{1,20}$`,
	"merchant_reference":  `^[A-Za-z0-9._-]{0,39}[A-Za-z0-9.-]$`, // no _ at the end: it would hide a moved border
	"amount":              fits,
	"currency":            `^AED$`,
	"language":            `^(en|ar)$`,
	"customer_email":      `^[A-Za-z0-9_.@+-]{0,254}$`,
	"signature":           `^[0-9A-Fa-f]{0,200}$`,
	"return_url":          `^[A-Za-z0-9$!=?#&_/:.%~+-]{0,400}$`,
	"order_description":   `^[A-Za-z0-9'/._#:$ -]{0,150}$`,

	"fort_id":            `^[0-9]{1,20}$`,
	"status":             `^[0-9]{2}$`,
	"response_code":      `^[0-9]{5}$`,
	"response_message":   fmt.Sprintf(wordy, 300),
	"transaction_status": `^[0-9]{2}$`, "transaction_code": `^[0-9]{5}$`,
	"transaction_message":   fmt.Sprintf(wordy, 300),
	"captured_amount":       fits,
	"authorized_amount":     fits,
	"refunded_amount":       fits,
	"maintenance_reference": `^([A-Za-z0-9._-]{0,199}[A-Za-z0-9.-])?$`,
	"authorization_code":    `^[A-Za-z0-9]{0,100}$`,
	"payment_option":        `^[A-Za-z0-9_]{0,20}$`,
	"eci":                   `^[A-Z]{0,16}$`,

	// A full card number is refused like any other malformed value.
	"card_number":        `^([0-9]{0,6}\*{4,16}[0-9]{0,4})?$`,
	"card_bin":           `^[0-9*]{0,8}$`,
	"expiry_date":        `^([0-9]{4}|\*{1,8})?$`,
	"card_security_code": `^\*{0,4}$`,
	"card_holder_name":   fmt.Sprintf(wordy, 50),
	"token_name":         `^[A-Za-z0-9.@_-]{0,100}$`,
	"remember_me":        `^(YES|NO)?$`,
	"token_status":       `^(ACTIVE|INACTIVE)?$`,

	"customer_ip":          `^[0-9A-Fa-f.:]{0,45}$`,
	"customer_name":        fmt.Sprintf(wordy, 40),
	"phone_number":         `^[0-9+() -]{0,19}$`,
	"settlement_reference": fmt.Sprintf(dotted, 34),
	"merchant_extra":       fmt.Sprintf(wordy, 999),
	"merchant_extra1":      fmt.Sprintf(wordy, 250), "merchant_extra2": fmt.Sprintf(wordy, 250),
	"merchant_extra3": fmt.Sprintf(wordy, 250), "merchant_extra4": fmt.Sprintf(wordy, 250),
	"merchant_extra5":                   fmt.Sprintf(wordy, 250),
	"3ds_url":                           fmt.Sprintf(wordy, 1000),
	"acquirer_response_code":            fmt.Sprintf(dotted, 20),
	"acquirer_response_message":         fmt.Sprintf(wordy, 300),
	"processor_response_code":           fmt.Sprintf(dotted, 20),
	"processor_response_message":        fmt.Sprintf(wordy, 300),
	"return_third_party_response_codes": `^(YES|NO)?$`,
	"reconciliation_reference":          fmt.Sprintf(dotted, 100),
	"third_party_transaction_number":    fmt.Sprintf(dotted, 100),
	"knet_ref_number":                   fmt.Sprintf(dotted, 100),
	"agreement_id":                      fmt.Sprintf(dotted, 100),
	"recurring_mode":                    `^[A-Z]{0,20}$`,
	"fraud_comment":                     fmt.Sprintf(wordy, 300),
	"digital_wallet":                    `^[A-Z_]{0,20}$`,
	"installments":                      `^[A-Z]{0,20}$`,
	"statement_descriptor":              fmt.Sprintf(wordy, 100),
})

var (
	name    = regexp.MustCompile(`^[A-Za-z0-9_]{1,60}$`)
	control = regexp.MustCompile(`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]`)
)

func compile(patterns map[string]string) map[string]*regexp.Regexp {
	out := make(map[string]*regexp.Regexp, len(patterns))
	for key, pattern := range patterns {
		out[key] = regexp.MustCompile(pattern)
	}
	return out
}

// wellFormed checks every field; the error names fields only, never a value, which may be personal.
func wellFormed(fields map[string]string) error {
	if len(fields) > maxFields {
		return fmt.Errorf("%w: too many fields", ErrMalformed)
	}
	for key, value := range fields {
		pattern, known := grammars[key]
		switch {
		case !name.MatchString(key) || !utf8.ValidString(value) || len(value) > longValue:
			return fmt.Errorf("%w: a field", ErrMalformed)
		case known && !pattern.MatchString(value):
			return fmt.Errorf("%w: %s", ErrMalformed, key)
		case !known && (control.MatchString(value) || resemblesKnown(key)):
			return fmt.Errorf("%w: an unknown field", ErrMalformed)
		case holdsKnownName(value):
			return fmt.Errorf("%w: a field inside another", ErrMalformed)
		}
	}
	return nil
}

func holdsKnownName(value string) bool {
	if !strings.Contains(value, "=") {
		return false
	}
	for known := range grammars {
		if strings.Contains(value, known+"=") {
			return true
		}
	}
	return false
}

// resemblesKnown distinguishes `tatus` and `sstatus` (a moved border) from `original_amount` (a new field of the provider's).
func resemblesKnown(key string) bool {
	for known := range grammars {
		if strings.HasSuffix(known, key) {
			return true
		}
		if head, ok := strings.CutSuffix(key, known); ok && !strings.HasSuffix(head, "_") {
			return true
		}
	}
	return false
}
