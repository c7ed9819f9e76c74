package pos

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/push"
)

// Refusals of a question to a buyer, and of its answer. They leave the state unchanged.
var (
	ErrAskedNoMore = fault.New(fault.Conflict, "asked_no_more", "The till does not wait for this answer any more.")
	ErrAskedOther  = fault.New(fault.Conflict, "confirm_changed", "What can go on this account has changed. Please ask again.")
)

// askedFor is how long a buyer has to answer a till's question.
const askedFor = 2 * time.Minute

// What became of a question, as a till is told.
const (
	askWaiting   = "waiting"
	askConfirmed = "confirmed"
	askDeclined  = "declined"
	askCancelled = "cancelled"
	askExpired   = "expired"
)

// AskRequest is a sale above the limit of a sale that a till wants to make: the id that it will have, the buyer's code, what goes on their
// account, and its lines. The same request again asks for the answer.
type AskRequest struct {
	Sale   string     `json:"sale" validate:"required,len=26,alphanum"`
	Proof  string     `json:"proof" validate:"required,max=200"`
	Amount money.Fils `json:"amount" validate:"min=1,max=10000000"`
	Lines  []AskLine  `json:"lines" validate:"required,min=1,max=100,dive"`
}

// AskLine is a line of such a sale, at the price of one portion.
type AskLine struct {
	Meal  string     `json:"meal" validate:"len=26,alphanum"`
	Qty   int        `json:"qty" validate:"min=1,max=999"`
	Price money.Fils `json:"price" validate:"min=0,max=10000000"`
}

// Asked is what became of a till's question: waiting, confirmed, declined, cancelled or expired. Seconds are how long it still waits.
type Asked struct {
	State   string `json:"state"`
	Seconds int    `json:"seconds"`
	Now     int64  `json:"now"`
}

// HandleAsk asks the person whose code a till was shown to confirm a sale above the limit on their own device, once, and answers what they
// said so far. Tills may, for themselves, while the code is valid.
func (p *Pos) HandleAsk(ctx context.Context, who web.Caller, r AskRequest) (Asked, error) {
	lines, total := make([]line, len(r.Lines)), money.Fils(0)
	for i, l := range r.Lines {
		lines[i] = line{l.Meal, l.Qty, l.Price}
		total += l.Price * money.Fils(l.Qty)
	}
	now, sum := p.Clock(), sumOf(lines)
	asked, err := p.asked(ctx, db.New(p.Conn), r.Sale)
	if err != nil {
		return Asked{}, err
	}
	if asked == nil {
		if total > maxMoney || !isID(r.Sale) {
			return Asked{}, ErrAskedOther
		}
		eater, err := p.HandleEater(ctx, who, EaterRequest{Proof: r.Proof, Total: total})
		if err != nil {
			return Asked{}, err
		}
		if more := eater.WithConfirmation; more == nil || r.Amount > more.Share+more.Wallet {
			return Asked{}, ErrAskedOther
		}
		shown, _ := p.prove(eater.Proof)
		until := now.Add(askedFor)
		if last := shown.made().Add(codeLife + codeGrace); until.After(last) {
			until = last
		}
		err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
			if _, err := tx.TillLock(ctx, who.TillID); err != nil {
				return err
			}
			if err := tx.CounterConfirmAsk(ctx, db.CounterConfirmAskParams{TillID: who.TillID, Before: now.Add(-keepAsks), Proof: shown.key(),
				SaleID: r.Sale, ProfileID: shown.profile, Amount: int64(r.Amount), Lines: sum, Now: now, ExpiresAt: until}); err != nil {
				return fmt.Errorf("ask buyer: %w", err)
			}
			if err := p.Queue.InsertTx(ctx, tx, push.Notice{About: push.Till, Event: r.Sale}, nil); err != nil {
				return fmt.Errorf("tell buyer: %w", err)
			}
			asked, err = p.asked(ctx, tx.Queries, r.Sale)
			return err
		})
		if err != nil {
			return Asked{}, err
		}
	}
	if asked.TillID != who.TillID || asked.Amount != int64(r.Amount) || !bytes.Equal(asked.Lines, sum) {
		return Asked{}, ErrAskedOther
	}
	left := asked.ExpiresAt.Sub(now)
	if asked.State == askWaiting && left <= 0 {
		asked.State = askExpired
	}
	return Asked{asked.State, max(0, int(left/time.Second)), now.UnixMilli()}, nil
}

// asked is the question about a sale, nil when there is none.
func (p *Pos) asked(ctx context.Context, q *db.Queries, sale string) (*db.CounterConfirm, error) {
	rows, err := q.CounterConfirmsOf(ctx, []string{sale})
	if err != nil {
		return nil, fmt.Errorf("read question: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return &rows[0], nil
}

// AskCancelRequest names a question by its sale.
type AskCancelRequest struct {
	Sale string `json:"sale" validate:"required,max=26"`
}

// HandleAskCancel takes a question back, also one that was confirmed and not sold by. Tills may, their own.
func (p *Pos) HandleAskCancel(ctx context.Context, who web.Caller, r AskCancelRequest) (Done, error) {
	return Done{r.Sale}, db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.TillLock(ctx, who.TillID); err != nil {
			return err
		}
		return tx.CounterConfirmCancel(ctx, r.Sale, who.TillID)
	})
}

// Confirm is the sale that the caller is asked about now: Amount is what would go on their account.
type Confirm struct {
	ID        string     `json:"id"`
	Amount    money.Fils `json:"amount"`
	Till      string     `json:"till"`
	Place     string     `json:"place"`
	ExpiresAt time.Time  `json:"expires_at"`
}

// Confirms has the question of a till to the caller, if there is one.
type Confirms struct {
	Question *Confirm `json:"question,omitempty"`
}

// HandleConfirm answers what a till asks the caller now. Eaters may, for themselves.
func (p *Pos) HandleConfirm(ctx context.Context, who web.Caller, _ web.None) (Confirms, error) {
	row, err := db.New(p.Conn).CounterConfirmWaiting(ctx, who.ProfileID, p.Clock())
	if db.None(err) {
		return Confirms{}, nil
	}
	if err != nil {
		return Confirms{}, fmt.Errorf("read question: %w", err)
	}
	return Confirms{&Confirm{row.SaleID, money.Fils(row.Amount), row.Till, row.Place, row.ExpiresAt.UTC()}}, nil
}

// ConfirmRequest is the caller's answer to a Confirm, with the amount that they saw.
type ConfirmRequest struct {
	ID     string     `json:"id" validate:"required,max=26"`
	Amount money.Fils `json:"amount" validate:"min=1"`
	Yes    bool       `json:"yes"`
}

// HandleConfirmAnswer confirms a sale on the caller's account, or declines it; the first answer stays, and may be repeated. A code with
// which something was declined buys nothing more by itself. Eaters may, for themselves.
func (p *Pos) HandleConfirmAnswer(ctx context.Context, who web.Caller, r ConfirmRequest) (Done, error) {
	state := askDeclined
	if r.Yes {
		state = askConfirmed
	}
	return Done{r.ID}, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		n, err := tx.CounterConfirmAnswer(ctx, db.CounterConfirmAnswerParams{State: state, Now: p.Clock(), SaleID: r.ID,
			ProfileID: who.ProfileID, Amount: int64(r.Amount)})
		if err != nil {
			return fmt.Errorf("keep answer: %w", err)
		}
		if n == 0 {
			return ErrAskedNoMore
		}
		return nil
	})
}

// sumOf is the checksum of a sale's lines.
func sumOf(lines []line) []byte {
	h := sha256.New()
	for _, l := range lines {
		fmt.Fprintf(h, "%s %d %d\n", l.meal, l.qty, l.price)
	}
	return h.Sum(nil)
}

// readConfirms adds to a batch what buyers confirmed of these sales, and which of their codes they declined something with.
func (r *round) readConfirms(b *db.Batch, codes [][]byte) {
	r.confirms, r.declined = map[string]db.CounterConfirm{}, map[string]time.Time{}
	if len(codes) == 0 {
		return
	}
	var sales []string
	for _, f := range r.read {
		sales = add(sales, f.ID)
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.CounterConfirmsOf(ctx, sales)
		if err != nil {
			return fmt.Errorf("read confirmed sales: %w", err)
		}
		for _, c := range rows {
			r.confirms[c.SaleID] = c
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		r.declined, err = declinedWith(ctx, q, codes)
		return err
	})
}

// declinedWith is when something was declined with each of these codes.
func declinedWith(ctx context.Context, q *db.Queries, codes [][]byte) (map[string]time.Time, error) {
	rows, err := q.CounterConfirmsDeclined(ctx, codes)
	if err != nil {
		return nil, fmt.Errorf("read declined sales: %w", err)
	}
	all := map[string]time.Time{}
	for _, c := range rows {
		all[string(c.Proof)] = *c.AnsweredAt
	}
	return all, nil
}

// refused reports whether something was declined with a code, or with one that was on a screen with it before.
func (p *Pos) refused(declined map[string]time.Time, of proof) bool {
	return slices.ContainsFunc(p.kin(of), func(key []byte) bool {
		at, ok := declined[string(key)]
		return ok && (bytes.Equal(key, of.key()) || of.made().Before(at.Truncate(time.Second)))
	})
}

// confirmed reports whether the buyer confirmed exactly this sale on their own device.
func (r *round) confirmed(f *fact, s *sold) bool {
	c, ok := r.confirms[f.ID]
	return ok && c.State == askConfirmed && c.TillID == r.till.ID && bytes.Equal(c.Proof, s.proof) && c.Amount == int64(f.Account) &&
		bytes.Equal(c.Lines, sumOf(f.Lines))
}

// keepConfirms marks what was booked because its buyer had confirmed it.
func (r *round) keepConfirms(b *db.Batch) {
	var sales []string
	for _, s := range r.sales {
		if s.confirmed {
			sales = append(sales, s.ID)
		}
	}
	if len(sales) > 0 {
		b.Step("mark confirmed sales", func(ctx context.Context, q *db.Queries) error { return q.CounterConfirmsUse(ctx, r.now, sales) })
	}
}
