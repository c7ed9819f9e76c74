package phone

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"sahn/server/phone/carrier"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// unproved is how many requests without the carrier's signature an address may send.
var unproved = web.Rate{N: 30, Per: time.Minute}

// HandleChallenge answers the carrier's question whether this address is ours. The carrier asks it, with our token.
func (p *Phones) HandleChallenge(ctx context.Context, who web.Caller, r web.RawRequest) (web.RawReply, error) {
	if !p.On() || p.Hooks == nil {
		return web.RawReply{}, fault.ErrNotFound
	}
	answer, ok := p.Hooks.Challenge(r.Query)
	if !ok {
		return web.RawReply{Status: http.StatusForbidden}, p.count(ctx, who)
	}
	return web.RawReply{Status: http.StatusOK, ContentType: "text/plain; charset=utf-8", Body: []byte(answer)}, nil
}

// HandleTold takes what the carrier tells of messages, and who wants no more. What is not signed by it changes nothing. It is answered once
// its effect is committed, and may come again.
func (p *Phones) HandleTold(ctx context.Context, who web.Caller, r web.RawRequest) (web.RawReply, error) {
	if !p.On() || p.Hooks == nil {
		return web.RawReply{}, fault.ErrNotFound
	}
	events, err := p.Hooks.Read(r.Body, r.Signature)
	if err != nil {
		p.Log.Warn("phone: a webhook was refused", "error", err.Error())
		return web.RawReply{Status: http.StatusForbidden}, p.count(ctx, who)
	}
	if err := p.Told(ctx, events); err != nil {
		return web.RawReply{}, err
	}
	return web.RawReply{Status: http.StatusOK}, nil
}

// count refuses an address that sends much that is not the carrier's.
func (p *Phones) count(ctx context.Context, who web.Caller) error {
	if _, wait := p.Limiter.Take(ctx, "phone-hook:"+who.IP, unproved); wait > 0 {
		return web.ErrTooMany.After(wait)
	}
	return nil
}

var stateNames = map[carrier.State]string{carrier.Sent: "sent", carrier.Delivered: "delivered", carrier.Read: "read",
	carrier.Failed: "failed"}

// Told writes down what a carrier tells: the same twice, or late, changes nothing.
func (p *Phones) Told(ctx context.Context, events carrier.Events) error {
	put := db.PhoneMessagesToldParams{}
	answers := map[int]carrier.Answer{} // of messages that failed, by code
	for _, s := range events.Statuses {
		put.Refs, put.CarrierIds = append(put.Refs, s.Ref), append(put.CarrierIds, s.ID)
		put.States, put.Ats = append(put.States, stateNames[s.State]), append(put.Ats, s.At)
		put.Codes, put.Reasons = append(put.Codes, s.Answer.Code), append(put.Reasons, s.Answer.Reason)
		if s.State == carrier.Failed {
			answers[s.Answer.Code] = s.Answer
		}
	}
	var numbers []string
	var ats []time.Time
	for _, h := range events.Heard {
		if h.Stop {
			numbers, ats = append(numbers, h.From), append(ats, h.At)
		}
	}
	if len(put.Refs) == 0 && len(numbers) == 0 {
		return nil
	}
	return db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		if len(put.Refs) > 0 {
			rows, err := tx.PhoneMessagesTold(ctx, put)
			if err != nil {
				return fmt.Errorf("keep what became of messages: %w", err)
			}
			var all []lost
			var used []string
			for _, row := range rows {
				switch row.State {
				case "failed":
					all = append(all, lost{row.Event, row.PersonID, row.Kind, row.Template, row.Language, row.MadeAt, answers[row.Code]})
				case "delivered", "read":
					used = append(used, row.PersonID)
				}
			}
			if len(used) > 0 {
				if err := tx.PhonesUsed(ctx, p.Clock(), used, p.Clock().Add(-24*time.Hour)); err != nil {
					return err
				}
			}
			if err := p.after(ctx, tx, all); err != nil {
				return err
			}
		}
		if len(numbers) == 0 {
			return nil
		}
		people, err := tx.PhonesSaidStop(ctx, numbers, ats)
		if err != nil {
			return fmt.Errorf("find who wants no more messages: %w", err)
		}
		if err := tx.PhoneCodesSaidStop(ctx, numbers); err != nil {
			return err
		}
		return p.end(ctx, tx, byReply, p.Clock(), people...)
	})
}
