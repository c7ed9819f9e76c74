package push

import (
	"context"
	"crypto/rand"
	"time"

	"sahn/server/platform/db"
)

// Preset is the phone that the demo has: a device of somebody's that takes notifications at an address of this machine, in a session to
// which nobody has the cookie.
type Preset struct {
	Profile, Person, Endpoint string
	P256dh, Auth              []byte
}

// Apply signs the phone in for ten years and switches notifications on there. Its owner finds it among their devices and may end it.
func (r Preset) Apply(ctx context.Context, q *db.Queries, now time.Time) error {
	session, stop := make([]byte, 32), make([]byte, 16)
	_, _ = rand.Read(session) // never fails
	_, _ = rand.Read(stop)
	until := now.AddDate(10, 0, 0)
	idle := int(until.Sub(now) / time.Second)
	if err := q.SessionInsert(ctx, db.SessionInsertParams{ID: session, ProfileID: r.Profile, PersonID: r.Person, CreatedAt: now, Now: now,
		IdleWithPin: idle, IdleSeconds: idle, EndsAt: until, Device: "Demo phone"}); err != nil {
		return err
	}
	return q.PushDevicePut(ctx, db.PushDevicePutParams{PersonID: r.Person, SessionID: session, Endpoint: r.Endpoint, P256dh: r.P256dh,
		Auth: r.Auth, Stop: stop, Now: now, Way: byPage, Wording: Wording, Others: maxDevices - 1})
}
