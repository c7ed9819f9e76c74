package pos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// round is the facts of one till inside their transaction: what was loaded under the till's lock, and the results.
type round struct {
	p        *Pos
	now      time.Time
	of       string // the till's id
	till     db.Till
	mode     mode
	read     []*fact // what came
	known    map[string]db.FactsByIDRow
	receipts map[int64]bool  // that a fact has already
	struck   map[string]int  // how often a fact made the server fail, by its checksum
	later    map[string]bool // facts to be sent again: facts about one of them wait with it
	shifts   map[string]*shift
	sold     map[string]*soldBefore
	buyers   map[string]*buyer
	wallets  map[string]*ledger.Wallet
	granted  map[period]money.Fils
	proofs   map[string]bool // codes that have bought
	asked    map[string]db.CounterAsk
	confirms map[string]db.CounterConfirm // by sale
	declined map[string]time.Time         // when something was declined, by code
	freezes  map[string]db.CounterFreeze  // of the buyers
	arrived  time.Time
	menus    *published.Held
	rates    money.Rates
	limits   chargeRules

	facts       []row
	said        []string // facts that were recovered before, and that the till itself sends now
	quarantined db.QuarantinePutParams
	opened      []*shift
	closed      []closing
	sales       []*sold
	voided      []*soldBefore
	posted      []ledger.Counter
	last        int64 // the highest receipt number
}

// mode is how facts arrived. again: a person retries a quarantined fact, which arrived at first. found: a person enters it from a receipt
// or a file. reviewed: that person is an operator, who has looked at it. stopped: the till's company is not active.
type mode struct {
	again, found, reviewed, stopped bool
	arrived                         time.Time
}

// row is a fact as it is stored.
type row struct {
	*fact
	code    ResultCode
	detail  Detail
	receipt int64
}

type shift struct {
	id, who    string
	day        clock.Date
	float      money.Fils
	opened     time.Time
	closed     bool
	unassigned bool // for sales of a shift that is over or unknown
}

type closing struct {
	id      string
	at      time.Time
	counted money.Fils
}

// book answers the facts of a till whose row the caller holds: a known fact with its first answer, a new one by booking or quarantining
// it. It joins the caller's transaction.
func (p *Pos) book(ctx context.Context, tx db.Tx, till db.Till, raws []json.RawMessage, how mode) ([]Result, progress, error) {
	r := p.begin(till.ID, raws, how)
	r.till = till
	if err := r.load(ctx, tx); err != nil {
		return nil, progress{}, err
	}
	results, writes := r.answer(), &db.Batch{}
	if err := r.keep(writes, false); err != nil {
		return nil, progress{}, err
	}
	return results, r.progress(), writes.In(ctx, tx)
}

// begin reads the bytes of a till's facts.
func (p *Pos) begin(till string, raws []json.RawMessage, how mode) *round {
	r := &round{p: p, of: till, now: p.Clock(), mode: how, later: map[string]bool{}, read: make([]*fact, len(raws))}
	if r.arrived = r.now; !how.arrived.IsZero() {
		r.arrived = how.arrived
	}
	for i, raw := range raws {
		r.read[i] = read(raw, r.arrived)
	}
	return r
}

// answer decides about each fact, with all that was loaded.
func (r *round) answer() []Result {
	results := make([]Result, len(r.read))
	for i, f := range r.read {
		results[i] = r.safely(f)
	}
	return results
}

// progress is what is known of the till after this round.
func (r *round) progress() progress {
	return progress{max(r.till.LastReceipt, r.last), r.till.Had + r.new()}
}

// new counts the facts that the till itself sent for the first time. A fact that a person recovered counts only when the till sends it
// too.
func (r *round) new() int64 {
	if r.mode.found {
		return 0
	}
	return int64(len(r.facts) + len(r.said))
}

// safely answers one fact. A fact that makes the server panic is to be sent again, and the others go on.
func (r *round) safely(f *fact) (result Result) {
	defer func() {
		if broken := recover(); broken != nil {
			r.p.Log.Error("pos: a fact broke the server", "till", r.till.ID, "fact", f.ID, "error", fmt.Sprint(broken), "stack",
				string(debug.Stack()))
			result = Result{ID: idOf(f), Code: Later}
			r.later[f.ID] = true
		}
	}()
	if f.Sale != "" && r.later[f.Sale] {
		return Result{ID: idOf(f), Code: Later}
	}
	if f.broke != nil && r.struck[string(f.hash)] < strikes {
		panic(f.broke)
	}
	return r.one(f)
}

// hear marks a recovered fact as sent, when its till sends it for the first time.
func (r *round) hear(before db.FactsByIDRow) {
	if before.Said || before.TillID != r.till.ID || r.mode != (mode{}) {
		return
	}
	before.Said = true
	r.known[before.ID] = before
	r.said = append(r.said, before.ID)
}

func idOf(f *fact) *string {
	if f.ID == "" {
		return nil
	}
	return &f.ID
}

// one books, quarantines or recognizes a fact.
func (r *round) one(f *fact) Result {
	r.last = max(r.last, f.Receipt)
	before, ok := r.known[f.ID]
	if ok && bytes.Equal(before.Hash, f.hash) {
		r.hear(before)
		if !r.mode.again || before.Code == int(Booked) {
			return Result{idOf(f), ResultCode(before.Code), before.Detail}
		}
	} else if ok {
		return r.quarantine(f, idUsed)
	}
	if r.mode.found {
		f.flag(flagFound)
	}
	reason, detail := f.reason, Detail{}
	if r.struck[string(f.hash)] >= strikes && !r.mode.again {
		reason = brokeUs
	}
	if reason == "" {
		reason, detail = r.effects()[f.Kind](f)
	}
	if reason != "" {
		return r.quarantine(f, reason)
	}
	detail.Flags = f.flags
	r.remember(f, Booked, detail)
	return Result{idOf(f), Booked, detail.json()}
}

// effects are what each kind of fact does, or the reason why it cannot be done. An effect with a reason changes nothing.
func (r *round) effects() map[string]func(f *fact) (string, Detail) {
	return map[string]func(f *fact) (string, Detail){"sale/1": r.sell, "void/1": r.void, "reprint/1": r.reprint, "open/1": r.open,
		"close/1": r.close}
}

func (r *round) quarantine(f *fact, reason string) Result {
	detail := Detail{Reason: reason}
	if _, known := r.known[f.ID]; !known && f.ID != "" {
		r.remember(f, Quarantined, detail)
	}
	put := &r.quarantined
	put.TillID, put.At = r.till.ID, r.now
	put.Ids, put.Facts, put.Hashes = append(put.Ids, ulid.Make().String()), append(put.Facts, f.ID), append(put.Hashes, f.hash)
	put.Reasons, put.Payloads = append(put.Reasons, reason), append(put.Payloads, string(f.raw))
	return Result{idOf(f), Quarantined, detail.json()}
}

// remember stores a fact's id and receipt number. Each is used once.
func (r *round) remember(f *fact, code ResultCode, detail Detail) {
	if _, known := r.known[f.ID]; known {
		return // it was quarantined before, and its row is kept
	}
	kept := row{fact: f, code: code, detail: detail}
	if f.Receipt > 0 && !r.receipts[f.Receipt] {
		kept.receipt = f.Receipt
		r.receipts[f.Receipt] = true
	}
	r.facts = append(r.facts, kept)
	r.known[f.ID] = db.FactsByIDRow{ID: f.ID, TillID: r.till.ID, Hash: f.hash, Code: int(code), Detail: detail.json(), Receipt: kept.receipt,
		Said: !r.mode.found}
}

func (r *round) void(f *fact) (string, Detail) {
	s := r.sold[f.Sale]
	switch {
	case s == nil || s.TillID != r.till.ID:
		return saleUnknown, Detail{}
	case s.Voided:
		return saleVoided, Detail{}
	}
	s.Voided, s.voidedAt, s.voidDay, s.voidShift = true, f.at, max(f.day, s.Day), r.drawerOf(f, s)
	back := s.paid()
	back.Void = true
	if w := r.wallets[s.ProfileID]; w != nil {
		w.Left, w.Owed = w.Left+back.Wallet, w.Owed-back.Owed
		back.Paid = ledger.Squared(w.Left, w.Owed)
		w.Left, w.Owed = w.Left-back.Paid, w.Owed-back.Paid
	}
	if b := r.buyers[s.ProfileID]; b != nil {
		b.ofDay[s.Day] -= money.Fils(s.CompanyShare)
		b.charged[s.Day] -= money.Fils(s.CompanyShare + s.WalletAmount + s.OwedAmount)
	}
	r.granted[s.period()] -= money.Fils(s.CompanyShare)
	r.voided, r.posted = append(r.voided, s), append(r.posted, back)
	return "", Detail{}
}

func (r *round) reprint(f *fact) (string, Detail) {
	if s := r.sold[f.Sale]; s == nil || s.TillID != r.till.ID {
		return saleUnknown, Detail{}
	}
	return "", Detail{}
}

func (r *round) open(f *fact) (string, Detail) {
	s := &shift{id: f.ID, who: f.Who, day: f.day, float: f.Count, opened: f.at}
	r.shifts[s.id] = s
	r.opened = append(r.opened, s)
	return "", Detail{}
}

func (r *round) close(f *fact) (string, Detail) {
	s := r.shifts[f.Shift]
	if s == nil || s.unassigned {
		return shiftUnknown, Detail{}
	}
	if s.closed {
		f.flag(flagCount)
	}
	s.closed = true
	if !slices.ContainsFunc(r.closed, func(c closing) bool { return c.id == s.id }) { // the first count is the one that stays
		r.closed = append(r.closed, closing{s.id, f.at, f.Count})
	}
	return "", Detail{}
}

// drawerOf is the shift whose drawer pays back a voided sale: the sale's own, also when an older app does not say so, or the one that was
// open at the void. Empty at the office, which has no drawer.
func (r *round) drawerOf(f *fact, s *soldBefore) string {
	switch {
	case f.ID == "":
		return ""
	case f.Shift == "" || f.Shift == s.ShiftID:
		return s.ShiftID
	}
	return r.shiftOf(f).id
}

// shiftOf is the shift that a fact belongs to: its own, or the day's unassigned shift when its own is closed or unknown.
func (r *round) shiftOf(f *fact) *shift {
	if s := r.shifts[f.Shift]; s != nil && !s.unassigned && !s.closed {
		return s
	}
	f.flag(flagShift)
	key := f.day.String()
	if r.shifts[key] == nil {
		r.shifts[key] = &shift{id: ulid.Make().String(), unassigned: true, day: f.day, opened: r.now}
		r.opened = append(r.opened, r.shifts[key])
	}
	return r.shifts[key]
}

// load is reads, then locks, in the caller's transaction, which holds the till.
func (r *round) load(ctx context.Context, tx db.Tx) error {
	for _, step := range []func(b *db.Batch){r.reads, r.locks} {
		b := &db.Batch{}
		step(b)
		if err := b.In(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// lockTill adds to a batch that the till is locked, and read with what its company may. The results are filled when the batch has run.
func (r *round) lockTill(b *db.Batch) (active *bool) {
	active = new(bool)
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		r.till, err = q.TillLock(ctx, r.of)
		return err
	})
	b.Step("read company", func(ctx context.Context, q *db.Queries) (err error) {
		*active, err = q.TillActive(ctx, r.of)
		return err
	})
	return active
}

// reads adds to a batch all that is known of the facts, after the till was locked.
func (r *round) reads(b *db.Batch) {
	r.known, r.receipts, r.struck, r.shifts, r.sold = map[string]db.FactsByIDRow{}, map[int64]bool{}, map[string]int{}, map[string]*shift{},
		map[string]*soldBefore{}
	var ids, shifts, about []string
	var hashes [][]byte
	var numbers []int64
	var days, mondays []clock.Date
	on := func(day clock.Date) {
		if !slices.Contains(days, day) {
			days = append(days, day)
		}
		if m := day.Monday(); !slices.Contains(mondays, m) {
			mondays = append(mondays, m)
		}
	}
	for _, f := range r.read {
		hashes = append(hashes, f.hash)
		ids, shifts, about = add(ids, f.ID), add(shifts, f.Shift), add(about, f.Sale)
		if f.Receipt > 0 {
			numbers = append(numbers, f.Receipt)
		}
		on(f.day)
		if p, ok := r.p.prove(f.Proof); ok { // a sale whose clock is wrong gets the date of its code
			on(clock.DateOf(p.made()))
		}
	}
	on(clock.DateOf(r.arrived))
	r.readAsks(b)
	b.Step("read facts", func(ctx context.Context, q *db.Queries) error {
		known, err := q.FactsByID(ctx, ids)
		for _, k := range known {
			r.known[k.ID] = k
		}
		return err
	})
	b.Step("read receipts", func(ctx context.Context, q *db.Queries) error {
		used, err := q.FactReceiptsUsed(ctx, r.of, numbers)
		for _, n := range used {
			r.receipts[n] = true
		}
		return err
	})
	b.Step("read strikes", func(ctx context.Context, q *db.Queries) error {
		struck, err := q.StrikesOf(ctx, r.of, hashes)
		for _, s := range struck {
			r.struck[string(s.Hash)] = s.N
		}
		return err
	})
	b.Step("read shifts", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.ShiftsByID(ctx, r.of, shifts, days)
		for _, s := range rows {
			key := s.ID
			if s.Unassigned {
				key = s.Day.String()
			}
			r.shifts[key] = &shift{id: s.ID, unassigned: s.Unassigned, day: s.Day, closed: s.ClosedAt != nil}
		}
		return err
	})
	if len(about) > 0 {
		b.Step("read sales", func(ctx context.Context, q *db.Queries) error {
			sold, err := q.CounterSalesByID(ctx, about)
			for _, s := range sold {
				r.sold[s.ID] = &soldBefore{CounterSalesByIDRow: s}
			}
			return err
		})
	}
	r.menus = r.p.Menus.Reads(b, mondays)
	b.Step("read rates and limits", func(ctx context.Context, q *db.Queries) error {
		rules, err := q.CounterRules(ctx)
		if err != nil {
			return err
		}
		if r.limits, err = r.p.chargeRules(rules.ChargeLimits); err == nil {
			err = json.Unmarshal(rules.VatRates, &r.rates)
		}
		return err
	})
	r.readBuyers(b)
}

func add(all []string, one string) []string {
	if one == "" || slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}
