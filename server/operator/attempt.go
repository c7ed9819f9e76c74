package operator

import (
	"context"
	"fmt"
	"time"

	"sahn/server/payment"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// AttemptsRequest filters payment attempts; Q is a reference, an order's id, an e-mail or the provider's number.
type AttemptsRequest struct {
	Q      string `query:"q" validate:"max=320"`
	Status string `query:"status" validate:"omitempty,oneof=open paid failed"`
	After  string `query:"after" validate:"max=26"`
}

// AttemptRow is one payment attempt. Reference is what the provider calls it, FortID the provider's own number.
type AttemptRow struct {
	ID          string     `json:"id"`
	Purpose     string     `json:"purpose"`
	Subject     string     `json:"subject"`
	ProfileID   string     `json:"profile_id"`
	Name        string     `json:"name"`
	CompanyName string     `json:"company_name"`
	Reference   string     `json:"reference"`
	FortID      string     `json:"fort_id"`
	Card        string     `json:"card"`
	Amount      money.Fils `json:"amount"`
	Returned    money.Fils `json:"returned"`
	Returning   money.Fils `json:"returning"`
	Instead     money.Fils `json:"instead"` // refunded another way, because the provider did not send it back
	Status      string     `json:"status"`
	Reason      string     `json:"reason"`
	CreatedAt   time.Time  `json:"created_at"`
	ExpiresAt   time.Time  `json:"expires_at"`
	SettledAt   *time.Time `json:"settled_at"`
}

// AttemptsPage is a page of attempts, newest first.
type AttemptsPage struct {
	Data []AttemptRow `json:"data"`
	Next string       `json:"next"`
}

// HandleAttempts lists payment attempts. Support may.
func (o *Office) HandleAttempts(ctx context.Context, _ web.Caller, r AttemptsRequest) (AttemptsPage, error) {
	rows, err := db.New(o.Conn).OperatorAttempts(ctx, db.OperatorAttemptsParams{Words: r.Q, Status: r.Status, After: r.After, Most: page + 1})
	if err != nil {
		return AttemptsPage{}, err
	}
	rows, next := cut(rows, func(r db.OperatorAttemptsRow) string { return r.ID })
	return AttemptsPage{attemptRows(rows), next}, nil
}

func attemptRows(rows []db.OperatorAttemptsRow) []AttemptRow {
	all := make([]AttemptRow, len(rows))
	for i, r := range rows {
		all[i] = AttemptRow{ID: r.ID, Purpose: r.Purpose, Subject: r.SubjectID, ProfileID: r.ProfileID, Name: r.Name, CompanyName: r.CompanyName,
			Reference: r.Reference, FortID: r.FortID, Card: r.Card, Amount: r.Amount, Returned: money.Fils(r.Returned),
			Returning: money.Fils(r.Returning), Instead: money.Fils(r.Instead), Status: r.Status, Reason: r.Reason, CreatedAt: r.CreatedAt.UTC(),
			ExpiresAt: r.ExpiresAt.UTC(), SettledAt: r.SettledAt}
	}
	return all
}

// HandleAttemptAsk asks the provider what became of an attempt; the answer takes effect when it comes. Support may.
func (o *Office) HandleAttemptAsk(ctx context.Context, who web.Caller, r one) (Done, error) {
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		a, err := tx.AttemptLook(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		return audit.Act{Kind: "attempt.ask", Company: a.CompanyID, Subject: a.ID}, o.Payments.AskAgain(ctx, tx, a.ID)
	})
}

// SettleRequest says what the provider's back office shows of a payment that the provider leaves open: whether the money was taken, and
// the provider's number of it.
type SettleRequest struct {
	ID     string `path:"id" json:"-" validate:"required,max=64"`
	Taken  bool   `json:"taken"`
	Number string `json:"number" validate:"required,max=20,alphanum"`
	Reason string `json:"reason" validate:"required"`
}

// Why an operator cannot settle an attempt.
var (
	ErrOwnAttempt = fault.New(fault.Refused, "attempt_own", "Somebody else must do this for you.")
	ErrTaken      = fault.New(fault.Refused, "attempt_taken", "Only a manager may say that money was taken.")
)

// HandleAttemptSettle ends such a payment by what an operator read, after the provider was asked once more. Support may say that it was
// not taken, a manager also that it was; no operator may settle a payment of their own.
func (o *Office) HandleAttemptSettle(ctx context.Context, who web.Caller, r SettleRequest) (Done, error) {
	reason, err := person.Line("reason", r.Reason, 300)
	if err != nil {
		return Done{}, err
	}
	if r.Taken && who.Role != "manager" {
		return Done{}, ErrTaken
	}
	unresolved, err := o.Payments.CheckUnresolved(ctx, r.ID)
	if err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		a, err := tx.AttemptLook(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		// The person is locked before all that is theirs.
		if p, err := tx.OperatorProfileHold(ctx, a.ProfileID); err == nil && p.PersonID == who.PersonID {
			return audit.Act{}, ErrOwnAttempt
		} else if err != nil && !db.None(err) {
			return audit.Act{}, err
		}
		a, err = o.Payments.Resolve(ctx, tx, unresolved, r.Taken, r.Number, o.Clock())
		return audit.Act{Kind: "attempt.settle", Company: a.CompanyID, Subject: r.ID, After: struct {
			Taken  bool   `json:"taken"`
			Number string `json:"number"`
		}{r.Taken, r.Number}, Note: reason}, err
	})
}

// ReconcileRequest is a range of dates in Dubai, both included.
type ReconcileRequest struct {
	From  string `query:"from" validate:"max=10"`
	Until string `query:"until" validate:"max=10"`
}

// ReconcileAnswer is the reconciliation of the provider's books with ours.
type ReconcileAnswer struct {
	From        clock.Date            `json:"from"`
	Until       clock.Date            `json:"until"`
	Captures    int                   `json:"captures"`
	Captured    money.Fils            `json:"captured"`
	Refunds     int                   `json:"refunds"`
	Returned    money.Fils            `json:"returned"`
	Differences []ReconcileDifference `json:"differences"`
}

// ReconcileDifference is one thing on which the provider and we do not agree.
type ReconcileDifference struct {
	What     string     `json:"what"`
	Of       string     `json:"of"`
	Ours     money.Fils `json:"ours"`
	Provider money.Fils `json:"provider"`
}

// reconcileDays is how many days can be reconciled while the operator waits for the answer; longer ranges are for the command line.
const reconcileDays = 3

// young is how long an attempt may rightly still be under way.
const young = 15 * time.Minute

// HandleReconcile compares the provider's books with ours, without changing anything. Support may.
func (o *Office) HandleReconcile(ctx context.Context, _ web.Caller, r ReconcileRequest) (ReconcileAnswer, error) {
	now := o.Clock()
	a := ReconcileAnswer{From: clock.DateOf(now) - 1, Until: clock.DateOf(now), Differences: []ReconcileDifference{}}
	for _, end := range []struct {
		field, typed string
		at           *clock.Date
	}{{"from", r.From, &a.From}, {"until", r.Until, &a.Until}} {
		if end.typed == "" {
			continue
		}
		day, err := clock.ParseDate(end.typed)
		if err != nil {
			return a, fault.Field(end.field, "The "+end.field+" field must be a date like 2026-11-23.")
		}
		*end.at = day
	}
	if a.Until < a.From || a.Until-a.From >= reconcileDays {
		return a, fault.Field("until", fmt.Sprintf("Choose up to %d days; longer times are for the command line.", reconcileDays))
	}
	until := (a.Until + 1).Start()
	if latest := now.Add(-young); until.After(latest) {
		until = latest
	}
	report, err := o.Payments.Reconcile(ctx, a.From.Start(), until)
	if err != nil {
		return a, fmt.Errorf("%w: %w", payment.ErrProviderSilent, err)
	}
	a.Captures, a.Captured, a.Refunds, a.Returned = report.Captures, report.Captured, report.Refunds, report.Returned
	for _, d := range report.Differences {
		a.Differences = append(a.Differences, ReconcileDifference(d))
	}
	return a, nil
}
