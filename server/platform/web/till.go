package web

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

// PairedTill is a known tablet, with the public half of its key, and the current time.
type PairedTill struct {
	ID, CompanyID string
	Key           *ecdsa.PublicKey
	Revoked       bool
	Stopped       bool // its company is not Active: it may send again when that has changed
	Now           time.Time
}

// Tills finds a paired till. An unknown one is a zero PairedTill and no error.
type Tills interface {
	Till(ctx context.Context, id string) (PairedTill, error)
}

// The headers of a till's request: its id, its time (ms, corrected to the server's clock as far as known), and its signature over method,
// path, time and body. There is no counter against replays: every request of a till may be repeated.
const (
	tillHeader      = "X-Till"
	tillTimeHeader  = "X-Till-Time"
	tillSignHeader  = "X-Till-Signature"
	tillMayBeOff    = 5 * time.Minute
	signatureLength = 64 // r and s of P-256, as WebCrypto writes them
)

// Faults of a till.
var (
	ErrTillRevoked = fault.New(fault.Refused, "till_revoked", "This till may not send any more.")
	ErrTillStopped = fault.New(fault.Refused, "till_stopped", "This till's company may not sell now. Everything that was sold is kept.")
	ErrTillUnknown = fault.New(fault.Unproved, "till_unknown", ErrUnauthenticated.Message)
	ErrTillClock   = fault.New(fault.Unproved, "till_clock", "The till's clock is wrong.")
)

// TillText is what a till signs.
func TillText(method, path, ms string, body []byte) string {
	sum := sha256.Sum256(body)
	return strings.Join([]string{method, path, ms, base64.RawURLEncoding.EncodeToString(sum[:])}, "\n")
}

type clockDetail struct {
	Now int64 `json:"now"`
}

// admitTill identifies a till by its signature. It ignores cookies: a person who is signed in on the same tablet does not count. A till
// with a wrong clock gets the time and asks again.
func (e *Edge) admitTill(c fiber.Ctx) (Caller, error) {
	base, _ := c.Locals(callerKey{}).(Caller)
	if !storable(c.Get(tillHeader)) {
		return base, ErrTillUnknown
	}
	ctx, cancel := e.context(c)
	defer cancel()
	till, err := e.Tills.Till(ctx, c.Get(tillHeader))
	if err != nil {
		return base, err
	}
	if till.Key == nil {
		return base, ErrTillUnknown
	}
	said := c.Get(tillTimeHeader)
	if !signed(till.Key, TillText(c.Method(), c.OriginalURL(), said, c.Body()), c.Get(tillSignHeader)) {
		return base, ErrTillUnknown // a restored database may hold another key for this till: its tablet may pair again
	}
	if till.Revoked {
		return base, ErrTillRevoked
	}
	if till.Stopped {
		return base, ErrTillStopped
	}
	ms, err := strconv.ParseInt(said, 10, 64)
	if err != nil {
		return base, ErrUnauthenticated
	}
	if now := till.Now.UnixMilli(); max(ms-now, now-ms) > tillMayBeOff.Milliseconds() || ms < 0 {
		return base, ErrTillClock.With(clockDetail{now})
	}
	base.TillID, base.CompanyID = till.ID, till.CompanyID
	return base, nil
}

func signed(key *ecdsa.PublicKey, text, signature string) bool {
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || len(raw) != signatureLength {
		return false
	}
	sum := sha256.Sum256([]byte(text))
	return ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:]))
}
