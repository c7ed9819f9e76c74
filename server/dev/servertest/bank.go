package servertest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"testing"

	"sahn/server/payment/aps"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Bank is a card provider under a test's control: it gives the answers that the test sets, keeps a ledger of its own, and never acts by
// itself. The behaviour of a real provider is in dev/sandbox.
type Bank struct {
	Settings aps.Settings

	mu       sync.Mutex
	payments map[string]*charge
	fort     int
	silent   int                  // the number of further answers that are lost after the request was carried out
	before   func(command string) // runs before a request is answered
	asked    map[string]int
	eager    bool // a check says refunded after a partial refund
	refuses  bool // declines refunds
}

type charge struct {
	fort               string
	status, code       string
	captured, returned money.Fils
	refunds            map[string]money.Fils
	forgotten          bool
}

// NewBank starts one for a test.
func NewBank(t testing.TB) *Bank {
	t.Helper()
	b := &Bank{payments: map[string]*charge{}, asked: map[string]int{}, before: func(string) {}}
	server := httptest.NewServer(http.HandlerFunc(b.answer))
	t.Cleanup(server.Close)
	b.Settings = aps.Settings{MerchantIdentifier: "SahnMerchant", AccessCode: "SahnAccess", RequestPhrase: "what we say is ours",
		ResponsePhrase: "what they say is theirs", SHAType: "SHA-256", PageURL: server.URL + "/FortAPI/paymentPage",
		APIURL: server.URL + "/FortAPI/paymentApi"}
	return b
}

// Client is the client of this bank for the server under test.
func (b *Bank) Client() aps.Client { return aps.Client{Settings: b.Settings} }

// CountFrom lets a second bank of a test number its captures differently from the first.
func (b *Bank) CountFrom(n int) { b.mu.Lock(); defer b.mu.Unlock(); b.fort = n }

func (b *Bank) Pay(reference string, amount money.Fils) { b.become(reference, "14", "14000", amount) }

// Decline refuses the card; nothing is captured.
func (b *Bank) Decline(reference string) { b.become(reference, "13", "13666", 0) }

// Cancel is a cancellation by the buyer.
func (b *Bank) Cancel(reference string) { b.become(reference, "13", "13072", 0) }

// LeaveOpen leaves a payment without a result.
func (b *Bank) LeaveOpen(reference string) { b.become(reference, "15", "15777", 0) }

// Forget makes a reference unknown to the bank.
func (b *Bank) Forget(reference string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.payments[reference]; c != nil {
		c.forgotten = true
	}
}

func (b *Bank) become(reference, status, code string, captured money.Fils) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.payments[reference]
	if c == nil {
		b.fort++
		c = &charge{fort: fmt.Sprintf("1692954354%08d", b.fort), refunds: map[string]money.Fils{}}
		b.payments[reference] = c
	}
	c.status, c.code, c.captured, c.forgotten = status, code, captured, false
}

// Lose carries out the next n requests and loses their answers.
func (b *Bank) Lose(n int) { b.mu.Lock(); defer b.mu.Unlock(); b.silent = n }

// Before lets a test act when a request ("CHECK_STATUS", "REFUND") has arrived and is not answered yet.
func (b *Bank) Before(fn func(command string)) { b.mu.Lock(); defer b.mu.Unlock(); b.before = fn }

// SayRefundedEarly lets a check call a partly refunded payment refunded: the provider's documentation leaves this open.
func (b *Bank) SayRefundedEarly() { b.mu.Lock(); defer b.mu.Unlock(); b.eager = true }

// Refuse makes the bank decline refunds, or accept them again.
func (b *Bank) Refuse(refuses bool) { b.mu.Lock(); defer b.mu.Unlock(); b.refuses = refuses }

// Asked is how often a command was received.
func (b *Bank) Asked(command string) int { b.mu.Lock(); defer b.mu.Unlock(); return b.asked[command] }

// Kept is the money that this bank has for a reference: captured minus returned, and the number of its refunds.
func (b *Bank) Kept(reference string) (money.Fils, int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.payments[reference]
	if c == nil {
		return 0, 0
	}
	return c.captured - c.returned, len(c.refunds)
}

// Fields is the bank's signed answer about the present state of a reference. change may alter it before it is signed.
func (b *Bank) Fields(reference string, amount money.Fils, change map[string]string) map[string]string {
	b.mu.Lock()
	c := b.payments[reference]
	f := map[string]string{"command": "PURCHASE", "merchant_reference": reference, "amount": digits(amount), "currency": "AED",
		"language": "en", "customer_email": "a@example.ae", "payment_option": "VISA", "card_number": "400555******0001", "eci": "ECOMMERCE",
		"response_message": "said"}
	if c != nil {
		f["fort_id"], f["status"], f["response_code"] = c.fort, c.status, c.code
	}
	b.mu.Unlock()
	for k, v := range change {
		f[k] = v
	}
	return b.sign(f, b.Settings.ResponsePhrase)
}

// Notice is the bank's notification about the present state of a reference.
func (b *Bank) Notice(reference string, amount money.Fils) web.RawRequest {
	return JSONRequest(b.Fields(reference, amount, nil))
}

// JSONRequest is fields as the provider's server sends them.
func JSONRequest(fields map[string]string) web.RawRequest {
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return web.RawRequest{Method: http.MethodPost, ContentType: "application/json", Body: body}
}

// FormRequest is fields as a browser sends them, by POST or by GET.
func FormRequest(method string, fields map[string]string) web.RawRequest {
	values := url.Values{}
	for k, v := range fields {
		values.Set(k, v)
	}
	if method == http.MethodGet {
		return web.RawRequest{Method: method, Query: values.Encode()}
	}
	return web.RawRequest{Method: method, ContentType: "application/x-www-form-urlencoded", Body: []byte(values.Encode())}
}

func (b *Bank) answer(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	fields, err2 := aps.ParseFields("application/json", raw)
	if err != nil || err2 != nil || !aps.Verify(fields, b.Settings.SHAType, b.Settings.RequestPhrase) {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	command := fields["query_command"] + fields["command"] + fields["service_command"]
	b.mu.Lock()
	b.asked[command]++
	before := b.before
	b.mu.Unlock()
	before(command)
	b.mu.Lock()
	defer b.mu.Unlock()
	answer := map[string]string{"merchant_reference": fields["merchant_reference"], "language": "en", "response_message": "said"}
	c := b.payments[fields["merchant_reference"]]
	switch command {
	case "CHECK_STATUS":
		b.look(answer, c)
	case "UPDATE_TOKEN":
		answer["service_command"], answer["status"], answer["response_code"] = command, "58", "58000"
	default:
		giveBack(answer, fields, c, b.refuses)
	}
	if b.silent > 0 {
		b.silent--
		http.Error(w, "lost", http.StatusGatewayTimeout)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(b.sign(answer, b.Settings.ResponsePhrase))
}

func (b *Bank) look(answer map[string]string, c *charge) {
	answer["query_command"] = "CHECK_STATUS"
	if c == nil || c.forgotten {
		answer["status"], answer["response_code"] = "11", "11036"
		return
	}
	status, code := c.status, c.code
	if c.captured > 0 && c.returned == c.captured || b.eager && c.returned > 0 {
		status, code = "06", "06000"
	}
	for k, v := range map[string]string{"status": "12", "response_code": "12000", "transaction_status": status, "transaction_code": code,
		"fort_id": c.fort, "captured_amount": digits(c.captured), "refunded_amount": digits(c.returned), "authorized_amount": "0"} {
		answer[k] = v
	}
}

func giveBack(answer, asked map[string]string, c *charge, refuses bool) {
	n, _ := strconv.ParseInt(asked["amount"], 10, 64)
	own := asked["maintenance_reference"]
	for k, v := range map[string]string{"command": "REFUND", "amount": asked["amount"], "currency": "AED", "maintenance_reference": own,
		"status": "00", "response_code": "00048"} {
		answer[k] = v
	}
	if refuses {
		answer["status"], answer["response_code"] = "07", "07666"
		return
	}
	if c == nil || c.forgotten || c.refunds[own] == 0 && c.returned+money.Fils(n) > c.captured {
		return
	}
	if c.refunds[own] == 0 {
		c.refunds[own], c.returned = money.Fils(n), c.returned+money.Fils(n)
	}
	answer["fort_id"], answer["status"], answer["response_code"] = c.fort, "06", "06000"
}

func (b *Bank) sign(f map[string]string, phrase string) map[string]string {
	delete(f, "signature")
	for k, v := range map[string]string{"access_code": b.Settings.AccessCode, "merchant_identifier": b.Settings.MerchantIdentifier} {
		if _, ok := f[k]; !ok {
			f[k] = v
		}
	}
	f["signature"] = aps.Sign(f, phrase, b.Settings.SHAType)
	return f
}

func digits(f money.Fils) string { return strconv.FormatInt(int64(f), 10) }
