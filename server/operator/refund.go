package operator

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"sahn/server/ledger"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// RefundRequest refunds money another way that the provider does not send back to its card. Without a transfer, which is the bank's
// reference of one that was made by hand, it goes into the wallet of the person who paid. The person reads the reason.
type RefundRequest struct {
	ID       string `path:"id" json:"-" validate:"required,max=64"`
	Reason   string `json:"reason" validate:"required"`
	Transfer string `json:"transfer,omitempty"`
}

// Why the money cannot go into a wallet.
var (
	ErrNoWallet = fault.New(fault.Conflict, "no_wallet",
		"This has no wallet to go to: a company paid it, or its account is closed. Send a bank transfer and enter its reference.")
	ErrOwnRefund = fault.New(fault.Refused, "refund_own", "Somebody else must do this for you.")
)

// HandleRefundInstead ends a refund that the provider declines, and puts its money into the wallet or records the transfer that was made,
// once. The provider is first asked what it has sent back, so that nothing is refunded twice. Support may.
func (o *Office) HandleRefundInstead(ctx context.Context, who web.Caller, r RefundRequest) (Done, error) {
	reason, err := person.Line("reason", r.Reason, 200)
	if err != nil {
		return Done{}, err
	}
	transfer := ""
	if r.Transfer != "" {
		if transfer, err = person.Line("transfer", r.Transfer, 100); err != nil {
			return Done{}, err
		}
	}
	returned, err := o.Payments.Returned(ctx, r.ID)
	if err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		payer, err := tx.RefundPayer(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		// The person is locked before all that is theirs, so that they are not erased meanwhile.
		p, err := tx.OperatorProfileHold(ctx, payer)
		alone := db.None(err)
		if err != nil && !alone {
			return audit.Act{}, err
		}
		now := o.Clock()
		row, a, ended, err := o.Payments.GiveUpRefund(ctx, tx, r.ID, returned, now)
		switch {
		case err != nil || !ended:
			return audit.Act{}, err
		case p.PersonID == who.PersonID:
			return audit.Act{}, ErrOwnRefund
		case transfer != "":
			err = ledger.RefundedByTransfer(ctx, tx.Queries, row.ID, row.Amount, transfer, now)
		case alone || p.RemovedAt != nil || attempt.Purpose(a.Purpose) == attempt.ForInvoice:
			err = ErrNoWallet
		default:
			if err = ledger.RefundedHere(ctx, tx.Queries,
				ledger.WalletCredit{ID: row.ID, Profile: a.ProfileID, Amount: row.Amount, Reason: reason}, now); err == nil {
				err = o.Queue.InsertTx(ctx, tx, RefundLetter{row.ID}, &river.InsertOpts{MaxAttempts: mail.Retries})
			}
		}
		return audit.Act{Kind: "refund.instead", Company: a.CompanyID, Subject: a.ProfileID, After: struct {
			Refund   string     `json:"refund"`
			Amount   money.Fils `json:"amount"`
			Transfer string     `json:"transfer,omitempty"`
		}{row.ID, row.Amount, transfer}, Note: reason}, err
	})
}

// RefundLetter is the job that writes to a person that a refund is in their wallet and not on their card.
type RefundLetter struct {
	Refund string `json:"refund"`
}

// Kind names the job.
func (RefundLetter) Kind() string { return "mail_refund" }

type refundTeller struct {
	river.WorkerDefaults[RefundLetter]
	office *Office
}

// Work sends the letter, unless the person was erased since.
func (w *refundTeller) Work(ctx context.Context, j *river.Job[RefundLetter]) error {
	o := w.office
	to, err := db.New(o.Conn).RefundLetter(ctx, j.Args.Refund)
	if db.None(err) {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := o.Post.Sender.Refund("refund-"+to.ID, mail.To{Address: to.Email, Language: to.Language},
		mail.Credit{Name: to.Name, Amount: to.Amount, Reason: to.Reason})
	if err != nil {
		return fmt.Errorf("write letter: %w", err)
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.RefundKind, Person: to.PersonID, Message: message})
}
