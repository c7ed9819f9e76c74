package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
)

// errStale means that something must be loaded or made before a hand-off can be decided: a menu that was just published, a period of an
// agreement that just changed, or the accounts of a company's first sale.
var errStale = errors.New("order: not everything is there yet")

// handing is a hand-off inside its transaction: what was read for it under the locks, and its answer.
type handing struct {
	who      web.Caller
	r        HandoffRequest
	dates    []clock.Date
	from     clock.Date // the span of whole weeks in which they are
	until    clock.Date
	at       Stamp // its Now is read when everything is locked
	reader   db.HandoffEaterRow
	eater    person.Eater
	drafts   []db.HandoffDraftsRow
	orders   []db.HandoffOrdersRow
	rates    money.Rates
	early    week.Early
	menus    *published.Held
	periods  map[clock.Date]money.Fils // by start, what was granted
	purse    *ledger.Purse
	portions map[clock.Date]map[string]int // left of limited meals
	shut     json.RawMessage
	card     *db.Card
	placed   Handoff
}

// load locks, in the one order of locks, and reads everything that a hand-off needs.
func (o *Orders) load(b *db.Batch, who web.Caller, r HandoffRequest) *handing {
	h := &handing{who: who, r: r, dates: slices.Sorted(maps.Keys(r.Revs)), purse: &ledger.Purse{}}
	h.from, h.until = h.dates[0].Monday(), h.dates[len(h.dates)-1].Monday()+6
	profile, since := who.ProfileID, o.Clock().Add(-attempt.FailedWithin)
	b.Add(func(ctx context.Context, q *db.Queries) error { return person.Still(ctx, q, who) })
	b.Step("lock profile", func(ctx context.Context, q *db.Queries) (err error) {
		h.at.Rev, err = q.ProfileRevNext(ctx, profile)
		return err
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if h.reader, err = q.HandoffEater(ctx, db.HandoffEaterParams{ProfileID: profile, Device: r.Device, Since: since, FromDate: h.from,
			UntilDate: h.until}); err != nil {
			return fmt.Errorf("read eater: %w", err)
		}
		h.eater = eaterOf(h.reader)
		if err := errors.Join(json.Unmarshal(h.reader.VatRates, &h.rates), json.Unmarshal(h.reader.Early, &h.early)); err != nil {
			return fmt.Errorf("rates of VAT and earlier cut-offs: %w", err)
		}
		return nil
	})
	b.Step("read drafts", func(ctx context.Context, q *db.Queries) (err error) {
		h.drafts, err = q.HandoffDrafts(ctx, profile, h.dates)
		return err
	})
	b.Step("read orders", func(ctx context.Context, q *db.Queries) (err error) {
		h.orders, err = q.HandoffOrders(ctx, profile, r.Key, h.dates)
		return err
	})
	h.menus = o.Menus.Holds(b, h.mondays())
	h.loadShares(b)
	if r.Wallet {
		h.purse = ledger.Opened(b, profile)
	}
	h.loadRoom(b)
	if r.Card != "" {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			card, err := q.CardOf(ctx, r.Card, profile)
			if err == nil {
				h.card = &card
			} else if !db.None(err) {
				return fmt.Errorf("read card: %w", err)
			}
			return nil
		})
	}
	return h
}

func eaterOf(row db.HandoffEaterRow) person.Eater {
	return person.EaterFrom(db.ProfileOneRow{ID: row.ID, PersonID: row.PersonID, CompanyID: row.CompanyID, ClientType: row.ClientType,
		Status: row.Status, AddressID: row.AddressID, Name: row.Name, Email: row.Email, CompanyType: row.CompanyType,
		CompanyStatus: row.CompanyStatus, MinimumDay: row.MinimumDay, MinimumMealCount: row.MinimumMealCount, DiscountType: row.DiscountType,
		DiscountAmount: row.DiscountAmount, ShareType: row.ShareType, ShareValue: row.ShareValue, ShareCap: row.ShareCap,
		ShareDuration: row.ShareDuration})
}

func (h *handing) mondays() []clock.Date {
	all := make([]clock.Date, len(h.dates))
	for i, date := range h.dates {
		all[i] = date.Monday()
	}
	return slices.Compact(all)
}

// loadShares locks the periods of the company's share, whichever its duration is.
func (h *handing) loadShares(b *db.Batch) {
	var durations []string
	var starts []clock.Date
	for _, duration := range []string{"Daily", "Weekly", "Monthly"} {
		for _, date := range h.dates {
			durations, starts = append(durations, duration), append(starts, week.PeriodStart(duration, date))
		}
	}
	b.Step("make share periods", func(ctx context.Context, q *db.Queries) error {
		return q.HandoffPeriodsMake(ctx, durations, starts, h.who.ProfileID)
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.HandoffPeriods(ctx, h.who.ProfileID, starts)
		if err != nil {
			return fmt.Errorf("lock share periods: %w", err)
		}
		h.periods = make(map[clock.Date]money.Fils, len(rows))
		for _, r := range rows {
			if r.Duration == h.eater.Terms.ShareDuration {
				h.periods[r.PeriodStart] = r.Granted
			}
		}
		return nil
	})
}

// loadRoom locks what is left of limited meals and of windows; the rest of their weeks, which counts for the least number of days, is read.
func (h *handing) loadRoom(b *db.Batch) {
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.HandoffPortions(ctx, h.who.ProfileID, h.dates, h.from, h.until)
		if err != nil {
			return fmt.Errorf("lock portions: %w", err)
		}
		h.portions = map[clock.Date]map[string]int{}
		for _, r := range rows {
			if h.portions[r.Date] == nil {
				h.portions[r.Date] = map[string]int{}
			}
			h.portions[r.Date][r.Meal] = r.LeftOver
		}
		return nil
	})
	b.Step("hold windows", func(ctx context.Context, q *db.Queries) error {
		return q.HandoffWindowsHold(ctx, h.who.ProfileID, h.dates)
	})
	b.Step("read windows", func(ctx context.Context, q *db.Queries) (err error) {
		h.shut, err = q.WindowsShutFor(ctx, h.who.ProfileID, datesOf(h.from, h.until))
		return err
	})
}

// day is a draft that is bought, and where it goes.
type day struct {
	date    clock.Date
	setRev  int64
	items   []quote.Item
	address string
}

// chosen are the drafts that the person saw; they must be the newest and need no decision.
func (h *handing) chosen() ([]day, error) {
	if h.reader.Said < h.r.N {
		return nil, ErrUnsentWork
	}
	if len(h.drafts) != len(h.dates) {
		return nil, ErrDraftChanged
	}
	days := make([]day, 0, len(h.drafts))
	for _, d := range h.drafts {
		if d.Rev != h.r.Revs[d.Date] {
			return nil, ErrDraftChanged
		}
		if d.Undecided {
			return nil, ErrUnresolved
		}
		bought := day{date: d.Date, setRev: d.SetRev, address: d.AddressID}
		if err := json.Unmarshal(d.Items, &bought.items); err != nil {
			return nil, fmt.Errorf("draft of %s: %w", d.Date, err)
		}
		if len(bought.items) == 0 {
			continue
		}
		if !d.Allowed {
			return nil, ErrNoAddress
		}
		days = append(days, bought)
	}
	return days, nil
}

// makeRoom checks the orders that hold the chosen days. One that is being paid or is placed refuses the hand-off. It returns those whose
// payment failed.
func (h *handing) makeRoom() (failed []db.HandoffOrdersRow, err error) {
	for _, other := range h.orders {
		switch Status(other.Order.Status) {
		case PaymentFailed:
			failed = append(failed, other)
		case Initiated, PaymentPending:
			detail := Underway{Order: other.Order.ID}
			if other.AttemptID != nil {
				detail.Intent = *other.AttemptID
			}
			return nil, ErrAlreadyPaying.With(detail)
		default:
			return nil, ErrDayTaken
		}
	}
	return failed, nil
}

// price makes the quote of these days with what was read under the locks, and what of it limits them.
func (h *handing) price(days []day) (quote.Quote, error) {
	in := quote.Input{Terms: Terms(h.eater), UseWallet: h.r.Wallet, Now: h.at.Now, Menu: h.menus.Weeks, Live: quote.Live{
		Wallet: h.purse.Left, ShareUsed: h.periods, Portions: h.portions, Taken: h.reader.Taken, Closed: h.reader.Closed,
		VATRates: h.rates, Early: h.early}}
	if h.menus.Missing {
		return quote.Quote{}, errStale
	}
	for _, d := range days {
		in.Days = append(in.Days, quote.Day{Date: d.date, Items: d.items})
		if _, held := h.periods[week.PeriodStart(in.Terms.ShareDuration, d.date)]; in.Terms.ShareValue > 0 && !held {
			return quote.Quote{}, errStale
		}
	}
	if err := shutIn(&in.Live, h.shut); err != nil {
		return quote.Quote{}, err
	}
	return quote.Price(in), nil
}

// again answers a hand-off whose key was used before: the same order and, while it can still be paid, the same form.
func (o *Orders) again(h *handing, before db.HandoffOrdersRow) (placed Handoff, err error) {
	if before.Order.QuoteHash != h.r.Quote {
		return Handoff{}, ErrKeyUsed
	}
	placed = Handoff{Order: before.Order.ID, Status: Status(before.Order.Status), Amount: int64(before.Order.PayableAmount)}
	if before.AttemptID == nil {
		return placed, nil
	}
	placed.Intent, placed.Form, placed.ExpiresAt, err = o.StillPaid(db.Attempt{ID: *before.AttemptID, Reference: *before.AttemptReference,
		ProfileID: h.who.ProfileID, Email: *before.AttemptEmail, Amount: money.Fils(before.AttemptAmount), SaveCard: before.AttemptSaveCard,
		Token: before.AttemptToken, ExpiresAt: *before.AttemptExpiresAt}, h.at.Now)
	return placed, err
}

// refresh brings what a hand-off found missing.
func (o *Orders) refresh(ctx context.Context, h *handing) error {
	if h.menus.Missing {
		_, err := o.Menus.Weeks(ctx, db.New(o.Conn), h.mondays())
		return err
	}
	if h.eater.CompanyID == "" {
		return nil
	}
	return db.InTx(ctx, o.Conn, func(ctx context.Context, tx db.Tx) error { return ledger.Accounts(ctx, tx.Queries, h.eater.CompanyID) })
}
