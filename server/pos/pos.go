// Package pos serves the counters: tablets that sell at a company's site, all day and without a network if need be. It promises that a
// fact, which is an event that a till reports, is booked once or quarantined whole for a person to check, and never lost or refused. Money
// that was taken is in the ledger, and what could not be taken is owed.
package pos

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Pos handles the requests of tills and of those who manage them. Its methods with a Caller are handlers of the API.
type Pos struct {
	Conn  db.Conn
	Clock clock.Clock
	Menus *published.Store
	App   string    // this server's version, to recognize an app that is newer or older
	Keys  keys.Keys // from which every key of a till and of people's codes is derived
	Queue *job.Queue
	Post  *mail.Post
	// Invoiced writes what a buyer paid for a sale, or got back of it, as a tax invoice or credit note, once, and returns it. It may be nil.
	Invoiced func(ctx context.Context, source, sale string) (mail.Document, error)
	Log      *slog.Logger

	// SaleLimit and DayLimit are how much of one sale, and of a person's day, goes on an account without review. OfflineWindow is how old
	// such a sale may be when it arrives. They count until operators set others. Zero means the default.
	SaleLimit, DayLimit money.Fils
	OfflineWindow       time.Duration

	Seller Seller // until operators set another one
}

// AED is an amount of whole dirhams.
func AED(n int) money.Fils { return money.Fils(n) * 100 }

// The defaults of what the operator of the service may set.
const (
	DefaultSaleLimit     = 100_00
	DefaultDayLimit      = 300_00
	DefaultOfflineWindow = 72 * time.Hour
)

// Faults of tills. They leave the state unchanged.
var (
	ErrOutdated = fault.New(fault.Outdated, "update", "Please update the app. Everything that was sold is safe.")
	ErrTooLarge = fault.New(fault.TooLarge, "too_large", "Too much at once.")
	ErrLater    = fault.New(fault.Unavailable, "later", "Please try again.").After(1e9)
	ErrGap      = fault.New(fault.Conflict, "till_gap", "An older copy of the database was put back. Please send again what was sent before.")
	ErrNoCode   = fault.New(fault.Conflict, "pairing_code", "That code is not valid any more. Please ask for a new one.")
	ErrCompany  = fault.New(fault.Refused, "counter_company", "Only companies that are approved and active can have tills.")
	ErrStranger = fault.New(fault.Conflict, "eater_elsewhere", "This till serves its own company's people only.")
	ErrProof    = fault.New(fault.Conflict, "eater_code", "That code is not valid any more. Please show it again.")
)

// Till finds a paired till for the caller that checks its signature.
func (p *Pos) Till(ctx context.Context, id string) (web.PairedTill, error) {
	if len(id) != idLength {
		return web.PairedTill{}, nil
	}
	row, err := db.New(p.Conn).TillKey(ctx, id)
	if db.None(err) {
		return web.PairedTill{}, nil
	}
	if err != nil {
		return web.PairedTill{}, fmt.Errorf("find till: %w", err)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), row.PublicKey)
	if err != nil {
		return web.PairedTill{}, fmt.Errorf("key of till %s: %w", id, err)
	}
	return web.PairedTill{ID: row.ID, CompanyID: row.CompanyID, Key: key, Revoked: row.RevokedAt != nil,
		Stopped: row.CompanyStatus != "Active", Now: p.Clock()}, nil
}

// active refuses what only an active company's people may do at its counters.
func active(ctx context.Context, q *db.Queries, company string) error {
	ok, err := q.TillCompanyActive(ctx, company)
	if err != nil {
		return fmt.Errorf("read company: %w", err)
	}
	if !ok {
		return ErrCompany
	}
	return nil
}

// prefix precedes a till's receipt numbers: "P7".
func prefix(number int) string { return prefixLetter + strconv.Itoa(number) }

const prefixLetter = "P"

const idLength = 26

// isID reports whether s has the form of a ULID: 26 digits and capital letters. It checks no more than that.
func isID(s string) bool {
	if len(s) != idLength {
		return false
	}
	for _, c := range s {
		if !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return true
}
