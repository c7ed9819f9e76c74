package pos

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// fact is an event at a till, as far as it could be read.
type fact struct {
	raw  json.RawMessage
	hash []byte
	said
	at     time.Time // corrected, as far as that is possible
	day    clock.Date
	clear  bool     // whether at is reliable
	flags  []string // what a person should check; the fact is booked all the same
	reason string   // why it cannot be booked
	broke  any      // the panic that reading it caused
}

// said are the fields of every kind, under their names on the wire.
type said struct {
	ID   string `json:"id"`
	Kind string `json:"k"`

	At   int64  `json:"at"`
	Off  *int64 `json:"off"`
	Age  int64  `json:"age"`
	Jump int    `json:"j"`

	Receipt   int64      `json:"n"`
	Shift     string     `json:"s"`
	Lines     []line     `json:"l"`
	Cash      money.Fils `json:"c"`
	Given     money.Fils `json:"g"`
	Terminal  money.Fils `json:"t"`
	Reference string     `json:"r"`
	Account   money.Fils `json:"e"`
	Proof     string     `json:"p"`

	Sale  string     `json:"o"`
	Why   string     `json:"m"`
	Count money.Fils `json:"f"`
	Who   string     `json:"w"`
}

// line is [meal, qty, price].
type line struct {
	meal  string
	qty   int
	price money.Fils
}

// UnmarshalJSON reads the short form only.
func (l *line) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return fmt.Errorf("a line of %d parts", len(parts))
	}
	for i, into := range []any{&l.meal, &l.qty, &l.price} {
		if err := json.Unmarshal(parts[i], into); err != nil {
			return err
		}
	}
	return nil
}

// Reasons why a fact is quarantined. They are stable: the app has a sentence for each.
const (
	unreadable   = "unreadable"
	tooBig       = "too_large"
	unknownKind  = "unknown_kind"
	idUsed       = "id_used"       // another fact has its id
	receiptUsed  = "receipt_used"  // another fact has its receipt number
	noProof      = "no_proof"      // charged to an account without a code that the server gave out
	proofUsed    = "proof_used"    // the code has bought before
	proofExpired = "proof_expired" // the code was older, or newer, than the sale
	codeFrozen   = "code_frozen"   // the buyer had blocked the code, or one that they showed before
	otherCompany = "other_company" // the buyer is not of the till's company, which alone it serves
	sumDiffers   = "sum_differs"   // more was taken than the lines cost
	overMenu     = "over_menu"     // an account is charged more than the menu's price
	overSale     = "over_sale"     // more on an account than one sale may have
	declined     = "declined"      // the buyer declined a sale with this code on their device
	overDay      = "over_day"      // more on an account than a person's day may have
	tooLate      = "too_late"      // on an account, and from before the offline window
	notAsked     = "not_asked"     // on an account, more than the till may charge without asking
	heldBack     = "held_back"     // on an account, from before the till had sent everything
	tillStopped  = "till_stopped"  // on an account, of a company that is not active
	saleUnknown  = "sale_unknown"  // about a sale that this till has not made
	saleVoided   = "sale_voided"   // the sale was voided before
	shiftUnknown = "shift_unknown"
	brokeUs      = "broke" // processing it failed three times
	maxMoney     = 100_000_00
	maxLines     = 100
	maxText      = 200
	maxReceiptNo = 1_000_000_000
)

// read parses a fact's bytes as far as possible. received is when they arrived.
func read(raw json.RawMessage, received time.Time) (f *fact) {
	f = &fact{raw: raw, hash: hashOf(raw)}
	defer func() {
		if broken := recover(); broken != nil {
			f.broke = broken
		}
	}()
	f.at, f.day, f.reason = received, clock.DateOf(received), unreadable
	if len(raw) > maxOne {
		f.reason = tooBig
	} else {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if d.Decode(&f.said) == nil {
			if _, err := d.Token(); err == io.EOF && isID(f.ID) {
				f.when(received)
				f.reason = f.malformed()
				return f
			}
		}
	}
	// The id and the number identify the fact even when only they can be read.
	var known struct {
		ID      string `json:"id"`
		Receipt int64  `json:"n"`
	}
	f.said = said{}
	if json.Unmarshal(raw, &known) == nil && isID(known.ID) {
		f.ID = known.ID
		if known.Receipt > 0 && known.Receipt <= maxReceiptNo {
			f.Receipt = known.Receipt
		}
	}
	return f
}

// malformed is why a fact is invalid, empty when it is valid.
func (f *fact) malformed() string {
	check := kinds[f.Kind]
	if check == nil {
		return unknownKind
	}
	for _, text := range []string{f.Reference, f.Why, f.Who, f.Proof} {
		if len(text) > maxText || !utf8.ValidString(text) || bytes.ContainsRune([]byte(text), 0) {
			return unreadable
		}
	}
	for _, amount := range []money.Fils{f.Cash, f.Given, f.Terminal, f.Account, f.Count} {
		if amount < 0 || amount > maxMoney {
			return unreadable
		}
	}
	return check(&f.said)
}

// kinds are the kinds of facts, each with its version and a check of its required fields. A kind is supported for at least 60 days after
// the last app that sends it.
var kinds = map[string]func(s *said) string{
	"sale/1":    sale,
	"void/1":    about,
	"reprint/1": about,
	"open/1":    func(*said) string { return "" },
	"close/1": func(s *said) string {
		if !isID(s.Shift) {
			return unreadable
		}
		return ""
	},
}

func sale(s *said) string {
	if s.Receipt < 1 || s.Receipt > maxReceiptNo || len(s.Lines) == 0 || len(s.Lines) > maxLines {
		return unreadable
	}
	for _, l := range s.Lines {
		if l.qty < 1 || l.qty > 999 || l.price < 0 || l.price > maxMoney || !isID(l.meal) {
			return unreadable
		}
	}
	return ""
}

func about(s *said) string {
	if !isID(s.Sale) || s.Why == "" {
		return unreadable
	}
	return ""
}

// hashOf is the checksum of a fact, independent of the whitespace in its JSON.
func hashOf(raw json.RawMessage) []byte {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		compact.Reset()
		compact.Write(raw)
	}
	sum := sha256.Sum256(compact.Bytes())
	return sum[:]
}

// flag marks a fact for a person to check. It adds each flag once.
func (f *fact) flag(what string) {
	for _, known := range f.flags {
		if known == what {
			return
		}
	}
	f.flags = append(f.flags, what)
}
