package operator

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/ledger"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// CreditRequest puts money into a wallet. Key is a ULID that the operator's device made, and the idempotency key.
type CreditRequest struct {
	ID     string     `path:"id" json:"-" validate:"required,max=64"`
	Key    string     `json:"key" validate:"required,len=26"`
	Amount money.Fils `json:"amount" validate:"required,min=1,max=10000000"`
	Reason string     `json:"reason" validate:"required"`
}

// limit is how much an operator may give in one credit, and on one day in Dubai.
type limit struct{ Once, Day money.Fils }

var limits = map[string]limit{"support": {20_000, 50_000}, "manager": {200_000, 1_000_000}}

// Why a credit cannot be given.
var (
	ErrCreditTooMuch = fault.New(fault.Refused, "credit_too_much", "This is more than you may give.")
	ErrOwnCredit     = fault.New(fault.Refused, "credit_own", "Somebody else must give you a credit.")
	ErrCreditOther   = fault.New(fault.Conflict, "credit_other", "Another credit was given under this key.")
)

// CreditAnswer is the answer with the balance after a credit.
type CreditAnswer struct {
	Data CreditGiven `json:"data"`
}

// CreditGiven is what the person may spend now.
type CreditGiven struct {
	Balance money.Fils `json:"balance"`
}

// HandleCredit puts money into a person's wallet as goodwill, with a reason that the person reads, up to the limit of the operator's role.
// Support may.
func (o *Office) HandleCredit(ctx context.Context, who web.Caller, r CreditRequest) (CreditAnswer, error) {
	if _, err := ulid.ParseStrict(r.Key); err != nil {
		return CreditAnswer{}, fault.Field("key", "The key field is invalid.")
	}
	reason, err := person.Line("reason", r.Reason, 200)
	if err != nil {
		return CreditAnswer{}, err
	}
	var answer CreditAnswer
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		now := o.Clock()
		p, err := tx.OperatorProfileHold(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		if p.PersonID == who.PersonID {
			return audit.Act{}, ErrOwnCredit
		}
		made, err := tx.CreditInsert(ctx,
			db.CreditInsertParams{ID: r.Key, ProfileID: p.ID, OperatorID: who.ProfileID, Amount: r.Amount, Reason: reason, At: now})
		if err != nil {
			return audit.Act{}, err
		}
		if made == 0 {
			return audit.Act{}, o.sameCredit(ctx, tx.Queries, who, r, &answer)
		}
		if err := mayGive(ctx, tx.Queries, who, r.Amount, now); err != nil {
			return audit.Act{}, err
		}
		if err := ledger.Credit(ctx, tx.Queries, ledger.WalletCredit{ID: r.Key, Profile: p.ID, Amount: r.Amount, Reason: reason},
			now); err != nil {
			return audit.Act{}, err
		}
		if err := o.Queue.InsertTx(ctx, tx, CreditLetter{r.Key}, &river.InsertOpts{MaxAttempts: mail.Retries}); err != nil {
			return audit.Act{}, fmt.Errorf("plan letter: %w", err)
		}
		answer.Data.Balance, err = ledger.Spendable(ctx, tx.Queries, p.ID)
		return audit.Act{Kind: "person.credit", Company: or(p.CompanyID, ""), Subject: p.ID, After: struct {
			Amount money.Fils `json:"amount"`
			Credit string     `json:"credit"`
		}{r.Amount, r.Key}, Note: reason}, err
	})
	return answer, err
}

// mayGive checks the operator's limits. It counts today's credits, this one included, and locks the operator, so that no other credit of
// theirs is given meanwhile.
func mayGive(ctx context.Context, q *db.Queries, who web.Caller, amount money.Fils, now time.Time) error {
	if _, err := q.OperatorOne(ctx, who.ProfileID); err != nil {
		return err
	}
	given, err := q.CreditsOfOperator(ctx, who.ProfileID, clock.DateOf(now).Start())
	if err != nil {
		return err
	}
	may := limits[who.Role]
	if amount > may.Once || money.Fils(given) > may.Day {
		return ErrCreditTooMuch.With(struct {
			Once money.Fils `json:"once"`
			Left money.Fils `json:"left"`
		}{may.Once, max(0, may.Day-money.Fils(given)+amount)})
	}
	return nil
}

func (o *Office) sameCredit(ctx context.Context, q *db.Queries, who web.Caller, r CreditRequest, answer *CreditAnswer) error {
	before, err := q.CreditOne(ctx, r.Key)
	if err != nil {
		return err
	}
	if before.ProfileID != r.ID || before.Amount != r.Amount || before.OperatorID != who.ProfileID {
		return ErrCreditOther
	}
	answer.Data.Balance, err = ledger.Spendable(ctx, q, r.ID)
	return err
}

// CreditLetter is the job that writes to a person about money in their wallet.
type CreditLetter struct {
	Credit string `json:"credit"`
}

// Kind names the job.
func (CreditLetter) Kind() string { return "mail_credit" }

type creditor struct {
	river.WorkerDefaults[CreditLetter]
	office *Office
}

// Work sends the letter, unless the person was erased since.
func (w *creditor) Work(ctx context.Context, j *river.Job[CreditLetter]) error {
	o := w.office
	to, err := db.New(o.Conn).CreditLetter(ctx, j.Args.Credit)
	if db.None(err) {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := o.Post.Sender.Credit("credit-"+to.ID, mail.To{Address: to.Email, Language: to.Language},
		mail.Credit{Name: to.Name, Amount: to.Amount, Reason: to.Reason})
	if err != nil {
		return err
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.CreditKind, Person: to.PersonID, Message: message})
}

// Work registers this package's jobs with a runner.
func (o *Office) Work(workers *river.Workers) {
	river.AddWorker(workers, &creditor{office: o})
	river.AddWorker(workers, &refundTeller{office: o})
}
