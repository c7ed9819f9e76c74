package aps

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/money"
)

// ErrNoAnswer means that the outcome of a call is unknown: it may have been done. Ask with CheckStatus before
// doing it again.
var ErrNoAnswer = errors.New("payment: no usable answer from the provider")

// Refusal is a verified answer that refuses the request itself.
type Refusal struct{ Status, Code, Text string }

func (r *Refusal) Error() string {
	return fmt.Sprintf("payment: provider refused with %s: %s", r.Code, r.Text)
}

const timeout = 20 * time.Second

// Client asks the provider's operations API. It logs nothing.
type Client struct {
	Settings Settings
	HTTP     *http.Client // nil for a plain one; its timeout and redirects are overruled
}

// Status is what the provider says of one payment, amounts in fils.
type Status struct {
	Outcome    Outcome // NotKnown, or what the transaction's status and code mean
	Code       string  // transaction_code
	Text       string  // transaction_message
	FortID     string
	Captured   money.Fils
	Refunded   money.Fils
	Authorized money.Fils
}

// CheckStatus asks for the outcome of a payment. A verified answer that the provider does not know the reference is
// NotKnown and no error. It is safe to repeat.
func (c Client) CheckStatus(ctx context.Context, reference string) (Status, error) {
	return c.CheckCapture(ctx, reference, "")
}

// Reach asks about a payment that there never was: an error says that the provider does not answer, refuses our account, or that its answer
// is not signed with the response phrase.
func (c Client) Reach(ctx context.Context) error {
	_, err := c.CheckStatus(ctx, "reach-"+ulid.Make().String())
	return err
}

// CheckCapture is CheckStatus about one capture of a payment, for the rare payment that has two.
func (c Client) CheckCapture(ctx context.Context, reference, fortID string) (Status, error) {
	question := map[string]string{"query_command": "CHECK_STATUS", "merchant_reference": reference}
	if fortID != "" {
		question["fort_id"] = fortID
	}
	m, err := c.call(ctx, question)
	if err != nil {
		return Status{}, err
	}
	if len(m.Code) == 5 && m.Code[2:] == "036" && (m.Status == "11" || m.Status == "00") {
		return Status{Outcome: NotKnown, Code: m.Code, Text: m.Text}, nil
	}
	if m.Status != "12" || m.Code != "12000" {
		return Status{}, &Refusal{Status: m.Status, Code: m.Code, Text: m.Text}
	}
	if m.fields["query_command"] != "CHECK_STATUS" {
		return Status{}, fmt.Errorf("%w: an answer to another question", ErrNoAnswer)
	}
	s := Status{
		Code:       m.fields["transaction_code"],
		Text:       m.fields["transaction_message"],
		FortID:     m.FortID,
		Captured:   fils(m.fields["captured_amount"]),
		Refunded:   fils(m.fields["refunded_amount"]),
		Authorized: fils(m.fields["authorized_amount"]),
	}
	s.Outcome = Classify("PURCHASE", m.fields["transaction_status"], s.Code)
	if s.Code == "06000" && m.fields["transaction_status"] == "06" && s.Refunded > 0 {
		s.Outcome = Refunded
	}
	return s, nil
}

// RefundAnswer is what the provider says of one refund.
type RefundAnswer struct {
	Outcome Outcome // Refunded, RefundFailed, Invalid or Uncertain
	Code    string
	Text    string
	FortID  string
}

// Refund sends amount back to the card. maintenanceReference is the refund's own id and its idempotency key: a retry sends nothing again.
// After ErrNoAnswer or Uncertain, compare Status.Refunded before trying again.
func (c Client) Refund(ctx context.Context, reference, fortID string, amount money.Fils,
	maintenanceReference string) (RefundAnswer, error) {
	fields := map[string]string{"command": "REFUND", "merchant_reference": reference, "currency": "AED",
		"amount": strconv.FormatInt(int64(amount), 10), "maintenance_reference": maintenanceReference}
	if amount < 1 || maintenanceReference == "" {
		return RefundAnswer{}, errors.New("payment: a refund needs an amount and its own reference")
	}
	if fortID != "" {
		fields["fort_id"] = fortID
	}
	m, err := c.call(ctx, fields)
	if err != nil {
		return RefundAnswer{}, err
	}
	answer := RefundAnswer{Outcome: m.Outcome(), Code: m.Code, Text: m.Text, FortID: m.FortID}
	other := m.MaintenanceReference != "" && m.MaintenanceReference != maintenanceReference
	if answer.Outcome == Refunded && (m.Amount != amount || other) {
		return RefundAnswer{}, fmt.Errorf("%w: an answer about another refund", ErrNoAnswer)
	}
	if m.Command == "" && m.Status == "00" {
		answer.Outcome = Invalid
	}
	return answer, nil
}

// Forget deletes a saved card at the provider. reference is the request's own. A card that the provider does not know counts as deleted.
func (c Client) Forget(ctx context.Context, reference, token string) error {
	m, err := c.call(ctx,
		map[string]string{"service_command": "UPDATE_TOKEN", "merchant_reference": reference, "token_name": token, "token_status": "INACTIVE"})
	if err != nil {
		return err
	}
	if m.Status == "58" && m.Code == "58000" || len(m.Code) == 5 && m.Code[2:] == "044" {
		return nil
	}
	return &Refusal{Status: m.Status, Code: m.Code, Text: m.Text}
}

func (c Client) call(ctx context.Context, fields map[string]string) (Message, error) {
	s := c.Settings
	fields["access_code"], fields["merchant_identifier"], fields["language"] = s.AccessCode, s.MerchantIdentifier, "en"
	if err := wellFormed(fields); err != nil {
		return Message{}, err
	}
	fields["signature"] = Sign(fields, s.RequestPhrase, s.SHAType)
	body, err := json.Marshal(fields)
	if err != nil {
		return Message{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.APIURL, bytes.NewReader(body))
	if err != nil {
		return Message{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.plain().Do(req)
	if err != nil {
		return Message{}, fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, longestMessage+1))
	if err != nil {
		return Message{}, fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	if res.StatusCode != http.StatusOK {
		return Message{}, fmt.Errorf("%w: HTTP %d", ErrNoAnswer, res.StatusCode)
	}
	m, err := s.Read("application/json", raw)
	if err != nil {
		return Message{}, fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	if m.Reference != fields["merchant_reference"] || (m.Command != "" && m.Command != fields["command"]) {
		return Message{}, fmt.Errorf("%w: an answer about another payment", ErrNoAnswer)
	}
	return m, nil
}

// plain follows no redirect: a signed request goes to the provider's address or nowhere.
func (c Client) plain() *http.Client {
	client := http.Client{}
	if c.HTTP != nil {
		client = *c.HTTP
	}
	client.Timeout = timeout
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}
