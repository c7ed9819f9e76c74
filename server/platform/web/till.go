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

// PairedTill is a tablet that is known, with the half of its key that it gave away, and the time it is now.
type PairedTill struct {
	ID, CompanyID string
	Key           *ecdsa.PublicKey
	Revoked       bool
	Now           time.Time
}

// Tills finds a paired till. One that nobody knows is a zero PairedTill and no error.
type Tills interface {
	Till(ctx context.Context, id string) (PairedTill, error)
}

// What a till says beside its request: who it is, when it thinks that it is (ms, by our clock as far as it knows that), and its
// signature over method, path, time and body. There is no count to remember: whatever a till may ask for can be asked again.
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

// admitTill names a till by its signature. It looks at no cookie: whoever is signed in beside it is nobody here. Whose clock is
// wrong is told the time and asks again.
func (e *Edge) admitTill(c fiber.Ctx) (Caller, error) {
	base, _ := c.Locals(callerKey{}).(Caller)
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
		return base, ErrTillUnknown // to whoever holds another key it may be unknown since a copy was put back: they may pair again
	}
	if till.Revoked {
		return base, ErrTillRevoked
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
