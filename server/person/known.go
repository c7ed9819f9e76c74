package person

import (
	"context"
	"crypto/sha256"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// knownDevice is a browser that a person is known in: the hash of its cookie, and the cookie itself when it is a new one.
type knownDevice struct {
	id    []byte
	token string
}

// remember makes a person known in the caller's browser, in the transaction that proves who they are. The browser gets a new cookie unless
// this person is known in it: one that somebody else put there must not stand for them. New: they are known in other browsers and were not
// in this one.
func (p *People) remember(ctx context.Context, q *db.Queries, personID string, who web.Caller) (d knownDevice, fresh bool, err error) {
	d.id = who.Device
	known := false
	if who.Device != nil {
		if known, err = q.DeviceKnownOf(ctx, who.Device, personID); err != nil {
			return d, false, err
		}
	}
	if !known {
		d.token = web.NewToken()
		sum := sha256.Sum256([]byte(d.token))
		d.id = sum[:]
		if who.Device != nil {
			if err := q.DeviceCopy(ctx, d.id, who.Device); err != nil {
				return d, false, err
			}
		}
	}
	fresh, err = q.DeviceRemember(ctx, db.DeviceRememberParams{PersonID: personID, Device: d.id, Name: deviceNamed(who.Agent),
		Network: network(who.IP), Now: p.now()})
	return d, fresh, err
}
