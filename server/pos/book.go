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
	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// round is the facts of one till inside their transaction: what was loaded under the till's lock, and the results.
type round struct {
	p        *Pos
	now      time.Time
	till     db.Till
	mode     mode
	known    map[string]db.FactsByIDRow
	receipts map[int64]bool  // that a fact has already
	struck   map[string]int  // how often a fact made the server fail, by its checksum
	later    map[string]bool // facts to be sent again: facts about one of them wait with it
	shifts   map[string]*shift
	sold     map[string]*soldBefore
	buyers   map[string]*buyer
	granted  map[period]money.Fils
	proofs   map[string]bool // codes that have bought
	asked    map[string]db.CounterAsk
	confirms map[string]db.CounterConfirm // by sale
	declined map[string]time.Time         // when something was declined, by code
	freezes  map[string]db.CounterFreeze  // of the buyers
	arrived  time.Time
	weeks    map[clock.Date]*menu.Week
	rates    money.Rates

	facts       []row
	said        []string // facts that were recovered before, and that the till itself sends now
	quarantined []db.QuarantinePutParams
	opened      []*shift
	closed      []closing
	sales       []*sold
	voided      []*soldBefore
	posted      []posting
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
	r := &round{p: p, now: p.Clock(), till: till, mode: how, later: map[string]bool{}}
	if r.arrived = r.now; !how.arrived.IsZero() {
		r.arrived = how.arrived
	}
	facts := make([]*fact, len(raws))
	for i, raw := range raws {
		facts[i] = read(raw, r.arrived)
	}
	if err := r.load(ctx, tx.Queries, facts); err != nil {
		return nil, progress{}, err
	}
	results := make([]Result, len(facts))
	for i, f := range facts {
		results[i] = r.safely(f)
	}
	if err := r.keep(ctx, tx.Queries); err != nil {
		return nil, progress{}, err
	}
	return results, progress{max(till.LastReceipt, r.last), till.Had + r.new()}, r.keepLetters(ctx, tx)
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
	r.quarantined = append(r.quarantined, db.QuarantinePutParams{ID: ulid.Make().String(), TillID: r.till.ID, FactID: f.ID, Hash: f.hash,
		Reason: reason, Payload: string(f.raw), At: r.now})
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
	if b := r.buyers[s.ProfileID]; b != nil {
		b.wallet += money.Fils(s.WalletAmount)
		b.owed -= money.Fils(s.OwedAmount)
		paid := ledger.Squared(b.wallet, b.owed)
		b.wallet, b.owed = b.wallet-paid, b.owed-paid
		b.ofDay[s.Day] -= money.Fils(s.CompanyShare)
		b.charged[s.Day] -= money.Fils(s.CompanyShare + s.WalletAmount + s.OwedAmount)
	}
	r.granted[s.period()] -= money.Fils(s.CompanyShare)
	r.voided, r.posted = append(r.voided, s), append(r.posted, posting{s.paid(), true})
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
	r.closed = append(r.closed, closing{s.id, f.at, f.Count})
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

// load reads all that is known of the facts, and locks what they may change, in the one order of locks: share periods, wallets.
func (r *round) load(ctx context.Context, q *db.Queries, facts []*fact) error {
	r.known, r.receipts, r.struck, r.shifts, r.sold = map[string]db.FactsByIDRow{}, map[int64]bool{}, map[string]int{}, map[string]*shift{},
		map[string]*soldBefore{}
	if err := r.loadAsks(ctx, q, facts); err != nil {
		return err
	}
	var ids, shifts, about []string
	var hashes [][]byte
	var numbers []int64
	var days, mondays []clock.Date
	for _, f := range facts {
		hashes = append(hashes, f.hash)
		ids, shifts, about = add(ids, f.ID), add(shifts, f.Shift), add(about, f.Sale)
		if f.Receipt > 0 {
			numbers = append(numbers, f.Receipt)
		}
		if !slices.Contains(days, f.day) {
			days = append(days, f.day)
		}
		if m := f.day.Monday(); !slices.Contains(mondays, m) {
			mondays = append(mondays, m)
		}
	}
	known, err := q.FactsByID(ctx, ids)
	if err != nil {
		return fmt.Errorf("read facts: %w", err)
	}
	for _, k := range known {
		r.known[k.ID] = k
	}
	used, err := q.FactReceiptsUsed(ctx, r.till.ID, numbers)
	if err != nil {
		return fmt.Errorf("read receipts: %w", err)
	}
	for _, n := range used {
		r.receipts[n] = true
	}
	struck, err := q.StrikesOf(ctx, r.till.ID, hashes)
	if err != nil {
		return fmt.Errorf("read strikes: %w", err)
	}
	for _, s := range struck {
		r.struck[string(s.Hash)] = s.N
	}
	rows, err := q.ShiftsByID(ctx, r.till.ID, shifts, days)
	if err != nil {
		return fmt.Errorf("read shifts: %w", err)
	}
	for _, s := range rows {
		key := s.ID
		if s.Unassigned {
			key = s.Day.String()
		}
		r.shifts[key] = &shift{id: s.ID, unassigned: s.Unassigned, day: s.Day, closed: s.ClosedAt != nil}
	}
	if len(about) > 0 {
		sold, err := q.CounterSalesByID(ctx, about)
		if err != nil {
			return fmt.Errorf("read sales: %w", err)
		}
		for _, s := range sold {
			r.sold[s.ID] = &soldBefore{CounterSalesByIDRow: s}
		}
	}
	if r.weeks, err = r.p.Menus.Weeks(ctx, q, mondays); err != nil {
		return err
	}
	if r.rates, err = q.VATRates(ctx); err != nil {
		return err
	}
	return r.loadBuyers(ctx, q, facts)
}

func add(all []string, one string) []string {
	if one == "" || slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}
