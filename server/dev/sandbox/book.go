package sandbox

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// record is one stored payment. Of the card it holds brand and last four digits only, and more when the buyer wants it saved.
type record struct {
	Page       string            `json:"page"`   // the secret in the page's address
	Fields     map[string]string `json:"fields"` // the request, which answers repeat
	FortID     string            `json:"fort_id"`
	Amount     money.Fils        `json:"amount"`
	OpenedAt   time.Time         `json:"opened_at"`
	Code       string            `json:"code"` // "" until the page was submitted
	Brand      string            `json:"brand,omitempty"`
	LastFour   string            `json:"last_four,omitempty"`
	Approval   string            `json:"approval"` // authorization_code, sent once there is one
	Authorized money.Fils        `json:"authorized"`
	Captured   money.Fils        `json:"captured"`
	Refunded   money.Fils        `json:"refunded"`
	Refunds    []refund          `json:"refunds,omitempty"`
	SettleAt   time.Time         `json:"settle_at,omitzero"`
	SettleCode string            `json:"settle_code,omitempty"`

	Token  string `json:"token,omitempty"` // under which the card is saved for the merchant
	Masked string `json:"masked,omitempty"`
	Expiry string `json:"expiry,omitempty"` // YYMM
	Holder string `json:"holder,omitempty"`
}

type refund struct {
	Maintenance string     `json:"maintenance"`
	Amount      money.Fils `json:"amount"`
}

// book stores every payment. What it returned has been written to its file, if it has one.
type book struct {
	path  string
	clock clock.Clock
	life  time.Duration

	mu      sync.Mutex
	records map[string]*record // by merchant_reference
}

var errUnknown = errors.New("sandbox: unknown payment")

func openBook(path string, c clock.Clock, life time.Duration) (*book, error) {
	b := &book{path: path, clock: c, life: life, records: map[string]*record{}}
	if path == "" {
		return b, nil
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return b, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &b.records)
	}
	if err != nil {
		return nil, fmt.Errorf("sandbox: payments file: %w", err)
	}
	return b, nil
}

// find returns a payment as it is now. An expired page without an answer is unknown, as if it had never existed.
func (b *book) find(reference string) (record, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.records[reference]
	if r == nil || b.dead(r) {
		return record{}, errUnknown
	}
	return b.settled(*r), nil
}

// page finds the payment of a page; dead says that the page has expired.
func (b *book) page(page string) (r record, dead bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, kept := range b.records {
		if kept.Page == page {
			return b.settled(*kept), b.dead(kept), nil
		}
	}
	return record{}, false, errUnknown
}

// open stores a new payment. It reopens a page that was not submitted when all its fields are the same.
func (b *book) open(fields map[string]string, amount money.Fils) (page, refusal string, err error) {
	reference := fields["merchant_reference"]
	b.mu.Lock()
	defer b.mu.Unlock()
	next := record{Page: secret(), Fields: fields, FortID: number(18), Approval: number(6), Amount: amount}
	if old := b.records[reference]; old != nil {
		switch settled := b.settled(*old); {
		case settled.Captured > 0 || settled.Authorized > 0:
			return "", "00047", nil
		case settled.Code != "" || !equal(old.Fields, fields):
			return "", "00066", nil
		}
		next = *old
	}
	next.OpenedAt = b.clock()
	return next.Page, "", b.write(reference, next)
}

// change applies one step to a payment as it is now and stores the result; an error of do changes nothing.
func (b *book) change(reference string, do func(*record) error) (record, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old := b.records[reference]
	if old == nil || b.dead(old) {
		return record{}, errUnknown
	}
	next := b.settled(*old)
	next.Refunds = slices.Clone(next.Refunds)
	if err := do(&next); err != nil {
		return b.settled(*old), err
	}
	return next, b.write(reference, next)
}

func (b *book) dead(r *record) bool { return r.Code == "" && b.clock().Sub(r.OpenedAt) >= b.life }

// settled is the record after the delayed result of an uncertain payment.
func (b *book) settled(r record) record {
	if r.SettleCode != "" && !b.clock().Before(r.SettleAt) {
		r.answer(r.SettleCode)
		r.SettleCode, r.SettleAt = "", time.Time{}
	}
	return r
}

// answer records the bank's result.
func (r *record) answer(code string) {
	r.Code = code
	switch code {
	case "14000":
		r.Captured = r.Amount
	case "02000":
		r.Authorized = r.Amount
	}
}

// write replaces the file as a whole, so that a crash leaves either the old content or the new.
func (b *book) write(reference string, next record) error {
	old, had := b.records[reference]
	b.records[reference] = &next
	err := b.save()
	if err != nil {
		if delete(b.records, reference); had {
			b.records[reference] = old
		}
	}
	return err
}

func (b *book) save() error {
	if b.path == "" {
		return nil
	}
	raw, err := json.MarshalIndent(b.records, "", " ")
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(b.path), filepath.Base(b.path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(raw)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), b.path)
	}
	if err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(b.path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// token finds the payment with which a card was saved.
func (b *book) token(name string) (record, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, kept := range b.records {
		if name != "" && kept.Token == name {
			return b.settled(*kept), true
		}
	}
	return record{}, false
}

// Payment is one stored payment, as tests and people read it. Amounts are in fils.
type Payment struct {
	Reference string     `json:"reference"`
	FortID    string     `json:"fort_id"`
	Status    string     `json:"status"` // open, expired, paid, authorised, voided, failed, cancelled, uncertain, refunded
	Code      string     `json:"code"`
	Amount    money.Fils `json:"amount"`
	Captured  money.Fils `json:"captured"`
	Refunded  money.Fils `json:"refunded"`
	Refunds   int        `json:"refunds"`
}

// Payments are all stored payments, by reference.
func (s *Sandbox) Payments() []Payment {
	b := s.book
	b.mu.Lock()
	defer b.mu.Unlock()
	out := []Payment{}
	for reference, kept := range b.records {
		r := b.settled(*kept)
		p := Payment{Reference: reference, FortID: r.FortID, Status: r.status(), Code: r.Code, Amount: r.Amount,
			Captured: r.Captured, Refunded: r.Refunded, Refunds: len(r.Refunds)}
		if b.dead(kept) {
			p.Status = "expired"
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b Payment) int { return cmp.Compare(a.Reference, b.Reference) })
	return out
}

func (r record) status() string {
	switch {
	case r.Code == "":
		return "open"
	case r.Captured > 0 && r.Refunded == r.Captured:
		return "refunded"
	case r.Captured > 0:
		return "paid"
	case r.Code == "00072":
		return "cancelled"
	case r.Code == "08000":
		return "voided"
	case r.Authorized > 0:
		return "authorised"
	case r.Code[:2] == "13":
		return "failed"
	}
	return "uncertain"
}

func equal(a, b map[string]string) bool {
	for key, value := range a {
		if b[key] != value {
			return false
		}
	}
	return len(a) == len(b)
}

func secret() string {
	raw := make([]byte, 18)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// number is n random digits, the first not 0.
func number(n int64) string {
	least := new(big.Int).Exp(big.NewInt(10), big.NewInt(n-1), nil)
	span := new(big.Int).Mul(least, big.NewInt(9))
	x, err := rand.Int(rand.Reader, span)
	if err != nil {
		panic(err) // the system has no randomness
	}
	return x.Add(x, least).String()
}
