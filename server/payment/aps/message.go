package aps

import (
	"errors"
	"fmt"
	"mime"
	"net/url"
	"strconv"
	"strings"

	"sahn/server/platform/money"
)

// Why a message is refused.
var (
	ErrMalformed = errors.New("payment: malformed message")
	ErrSignature = errors.New("payment: signature does not match")
	ErrMerchant  = errors.New("payment: message for another merchant")
)

const longestMessage = 64 << 10

// Message is what the provider says about one payment: a browser's return, a notification or an answer. Amounts are in fils. Until Read
// has verified it, a Message is only a claim: its Outcome is Invalid.
type Message struct {
	Reference            string // merchant_reference: the attempt
	Command              string // PURCHASE, REFUND, …
	Status               string // two digits
	Code                 string // five digits: status and reason
	Text                 string // the provider's words, for the log of the attempt
	Amount               money.Fils
	FortID               string // 18 digits: keep as text
	Authorization        string
	MaintenanceReference string // a refund's own id
	Brand                string // VISA, MASTERCARD, …
	LastFour             string // "" when the card is fully starred
	Expiry               string // of the card, "2028-05"; "" when it is starred
	Token                string // under which the provider stores the card: a secret
	Remember             bool   // the buyer wants the card to be kept

	fields map[string]string
	proved bool
}

// Read parses a message and verifies it: grammar, signature over every field received, our own merchant and access code. With ErrSignature
// or ErrMerchant it also returns the unverified message: its Reference may choose the page that a person is shown, nothing else.
func (s Settings) Read(contentType string, raw []byte) (Message, error) {
	m, err := ParseMessage(contentType, raw)
	if err != nil {
		return m, err
	}
	return m, s.prove(&m)
}

func (s Settings) prove(m *Message) error {
	if !Verify(m.fields, s.SHAType, s.ResponsePhrase, s.FormerResponsePhrase) {
		return ErrSignature
	}
	// An answer with status 00 may leave out what it refused; it can never move money.
	for key, own := range map[string]string{"merchant_identifier": s.MerchantIdentifier, "access_code": s.AccessCode} {
		if value, ok := m.fields[key]; value != own && (ok || m.Status != "00") {
			return ErrMerchant
		}
	}
	m.proved = true
	return nil
}

// ParseMessage reads a form (a POST body, or the query of a GET with contentType "") or JSON. It checks the
// grammar, not the signature: use Read wherever the answer matters.
func ParseMessage(contentType string, raw []byte) (Message, error) {
	fields, err := ParseFields(contentType, raw)
	if err != nil {
		return Message{}, err
	}
	if err := wellFormed(fields); err != nil {
		return Message{}, err
	}
	m := Message{
		Reference:            fields["merchant_reference"],
		Command:              fields["command"],
		Status:               fields["status"],
		Code:                 fields["response_code"],
		Text:                 fields["response_message"],
		FortID:               fields["fort_id"],
		Authorization:        fields["authorization_code"],
		MaintenanceReference: fields["maintenance_reference"],
		Brand:                fields["payment_option"],
		LastFour:             lastFour(fields["card_number"]),
		Amount:               fils(fields["amount"]),
		Expiry:               expiry(fields["expiry_date"]),
		Token:                fields["token_name"],
		Remember:             fields["remember_me"] == "YES",
		fields:               fields,
	}
	if m.Reference == "" || m.Status == "" || m.Code == "" {
		return Message{}, fmt.Errorf("%w: merchant_reference, status or response_code is missing", ErrMalformed)
	}
	if m.Status != "00" && m.Command+fields["query_command"]+fields["service_command"] == "" {
		return Message{}, fmt.Errorf("%w: command is missing", ErrMalformed)
	}
	moves := m.Command == "PURCHASE" || m.Command == "REFUND"
	if moves && m.Status != "00" && (fields["amount"] == "" || fields["currency"] == "") {
		return Message{}, fmt.Errorf("%w: amount or currency is missing", ErrMalformed)
	}
	if moved := m.Status == "14" || m.Status == "06"; moves && moved && m.FortID == "" {
		return Message{}, fmt.Errorf("%w: fort_id is missing", ErrMalformed)
	}
	return m, nil
}

// ParseFields reads the plain fields of a form or of JSON, each name once.
func ParseFields(contentType string, raw []byte) (map[string]string, error) {
	if len(raw) > longestMessage {
		return nil, fmt.Errorf("%w: too long", ErrMalformed)
	}
	kind := "application/x-www-form-urlencoded"
	if contentType != "" {
		var err error
		if kind, _, err = mime.ParseMediaType(contentType); err != nil {
			return nil, fmt.Errorf("%w: content type", ErrMalformed)
		}
	}
	switch kind {
	case "application/json":
		return parseJSON(raw)
	case "application/x-www-form-urlencoded":
		return parseForm(string(raw))
	}
	return nil, fmt.Errorf("%w: neither a form nor JSON", ErrMalformed)
}

func parseForm(raw string) (map[string]string, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: form", ErrMalformed)
	}
	fields := make(map[string]string, len(values))
	for key, list := range values {
		if len(list) != 1 {
			return nil, fmt.Errorf("%w: a field twice", ErrMalformed)
		}
		fields[key] = list[0]
	}
	return fields, nil
}

// Event identifies what happened, the same for every repetition of the message. It is the idempotency key that makes a replay harmless.
func (m Message) Event() string {
	return strings.Join([]string{m.Reference, m.FortID, m.Command, m.Status, m.Code, m.MaintenanceReference,
		strconv.FormatInt(int64(m.Amount), 10)}, "|")
}

// Proved reports whether the signature and the merchant were right.
func (m Message) Proved() bool { return m.proved }

// recorded lists the fields of a message that may be stored: no name, no address, no card beyond brand and last four.
var recorded = []string{"command", "merchant_reference", "amount", "currency", "fort_id", "status", "response_code",
	"response_message", "authorization_code", "payment_option", "eci", "maintenance_reference",
	"acquirer_response_code", "processor_response_code", "reconciliation_reference"}

// Record returns what may be stored of the message.
func (m Message) Record() map[string]string {
	out := map[string]string{}
	for _, key := range recorded {
		if value := m.fields[key]; value != "" {
			out[key] = value
		}
	}
	if m.LastFour != "" {
		out["card_last_four"] = m.LastFour
	}
	return out
}

func lastFour(masked string) string {
	if len(masked) < 4 || strings.Contains(masked[len(masked)-4:], "*") {
		return ""
	}
	return masked[len(masked)-4:]
}

// expiry reads YYMM, starred or missing as "".
func expiry(yymm string) string {
	if len(yymm) != 4 || strings.Contains(yymm, "*") || yymm[2:] < "01" || yymm[2:] > "12" {
		return ""
	}
	return "20" + yymm[:2] + "-" + yymm[2:]
}

// fils reads an amount that has passed its grammar; a missing one is 0.
func fils(digits string) money.Fils {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return money.Fils(n)
}
