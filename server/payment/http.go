package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"sahn/server/payment/aps"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// The limits of one address. A notification of the provider that proves itself is never counted, and is answered however many come.
var (
	unproved  = web.Rate{N: 60, Per: time.Minute}
	comesBack = web.Rate{N: 300, Per: time.Minute} // more than a large office behind one address pays at once
)

// HandleReturn answers the browser that comes back from the card page, by GET or POST and without a session, because a cross-site POST
// carries no Lax cookie. It redirects to the payment's page and asks the provider for the outcome. What the browser says never ends an
// attempt; the provider's answer may.
func (p *Payments) HandleReturn(ctx context.Context, who web.Caller, r web.RawRequest) (web.RawReply, error) {
	raw, kind := r.Body, r.ContentType
	if r.Method == http.MethodGet {
		raw, kind = []byte(r.Query), ""
	}
	home := web.RawReply{Status: http.StatusSeeOther, Location: "/dashboard/home"}
	m, readErr := p.Provider.Settings.Read(kind, raw)
	if readErr != nil {
		if err := p.countUnproved(ctx, who); err != nil {
			return web.RawReply{}, err
		}
	}
	if errors.Is(readErr, aps.ErrMalformed) || m.Reference == "" {
		return home, nil
	}
	// An unverified message only chooses the page that is shown. The page is named by the reference, so that it can be shown also when the
	// database is unavailable.
	page := web.RawReply{Status: http.StatusSeeOther, Location: "/payment/" + m.Reference}
	if readErr == nil {
		if _, wait := p.Limiter.Take(ctx, "return:"+who.IP, comesBack); wait > 0 {
			return page, nil // the provider's notification and our own question settle it all the same
		}
	}
	a, err := db.New(p.Conn).AttemptByReference(ctx, m.Reference)
	if db.None(err) {
		return home, nil
	}
	if err == nil && readErr == nil {
		err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
			fresh, err := keep(ctx, tx.Queries, messageOf("return", m), p.Clock())
			if err != nil || !fresh || a.Status != "open" {
				return err
			}
			return p.askNow(ctx, tx, a.ID)
		})
	}
	if err != nil {
		p.Log.Warn("payment: return not noted", "error", err.Error())
	}
	return page, nil
}

// HandleNotify receives the provider's notifications. An unverified message is refused and changes nothing; a verified one is answered
// with 200 only after its effect is committed, so that the provider retries after a crash.
func (p *Payments) HandleNotify(ctx context.Context, who web.Caller, r web.RawRequest) (web.RawReply, error) {
	m, err := p.Provider.Settings.Read(r.ContentType, r.Body)
	if err != nil {
		if err := p.countUnproved(ctx, who); err != nil {
			return web.RawReply{}, err
		}
		p.Log.Warn("payment: notification refused", "error", err.Error())
		return web.RawReply{Status: http.StatusBadRequest}, nil
	}
	s := messageOf("notify", m)
	status, err := p.apply(ctx, s)
	if err != nil {
		return web.RawReply{}, err
	}
	if status == "open" && (s.outcome == aps.Cancelled || s.outcome == aps.Uncertain || s.outcome == aps.Invalid) {
		if err := p.AskAbout(ctx, m.Reference); err != nil {
			return web.RawReply{}, err
		}
	}
	return web.RawReply{Status: http.StatusOK}, nil
}

// countUnproved refuses an address that sends many messages without a signature of the provider.
func (p *Payments) countUnproved(ctx context.Context, who web.Caller) error {
	if _, wait := p.Limiter.Take(ctx, "unproved:"+who.IP, unproved); wait > 0 {
		return web.ErrTooMany.After(wait)
	}
	return nil
}

// AskAbout queues a job that asks the provider about an attempt at once. An unknown reference does nothing.
func (p *Payments) AskAbout(ctx context.Context, reference string) error {
	return db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		a, err := tx.AttemptByReference(ctx, reference)
		if err != nil || a.Status != "open" {
			return db.NoneIs(err, nil)
		}
		return p.askNow(ctx, tx, a.ID)
	})
}
