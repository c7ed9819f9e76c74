package person

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Device is one browser in which a person is signed in. Name is like "Chrome on Android", or empty; This is the browser that sent the
// request.
type Device struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	ClientType  string    `json:"client_type"`
	CompanyName string    `json:"company_name"`
	Since       time.Time `json:"since"`
	Seen        time.Time `json:"seen"` // exact to five minutes
	This        bool      `json:"this"`
}

// DevicesReply lists devices, the last seen first.
type DevicesReply struct {
	Data []Device `json:"data"`
}

// Devices lists where the caller is signed in, in all their profiles.
func (p *People) Devices(ctx context.Context, who web.Caller, _ Nothing) (DevicesReply, error) {
	rows, err := db.New(p.db).SessionsOf(ctx, who.PersonID, p.now())
	all := make([]Device, len(rows))
	for i, r := range rows {
		all[i] = Device{hex.EncodeToString(r.ID), r.Device, r.ClientType, r.CompanyName, r.CreatedAt.UTC(), r.SeenAt.UTC(),
			string(r.ID) == string(who.Session)}
	}
	return DevicesReply{all}, err
}

// DeviceRequest names a device.
type DeviceRequest struct {
	ID string `path:"id" validate:"required,max=64"`
}

// SignOutDevice ends one of the caller's own sessions, at once and on every server. Unsent work on that device stays there until they sign
// in again.
func (p *People) SignOutDevice(ctx context.Context, who web.Caller, req DeviceRequest) (Said, error) {
	var ended []byte
	err := InTx(ctx, p.db, who, func(ctx context.Context, tx db.Tx) (err error) {
		ended, err = SignOut(ctx, tx.Queries, req.ID, who.PersonID, true, p.now())
		return err
	})
	if err != nil {
		return Said{}, err
	}
	p.Sessions.markEnded(ctx, ended)
	return Said{Message: "That device is signed out."}, nil
}

// SignOut ends one session of a person, and revokes the devices that used it until a person signs in there again. The browser is not one of
// the person's known ones any more. It joins the caller's
// transaction; the caller passes the id to Sessions.Ended after the commit. fault.ErrNotFound when the session is not the person's, or is
// an operator's and not the caller's own.
func SignOut(ctx context.Context, q *db.Queries, session, personID string, own bool, now time.Time) ([]byte, error) {
	id, err := hex.DecodeString(session)
	if err != nil {
		return nil, fault.ErrNotFound
	}
	if err := q.DeviceUnknow(ctx, id, personID); err != nil {
		return nil, err
	}
	n, err := q.SessionEndOf(ctx, id, personID, own, now)
	if err == nil && n == 0 {
		err = fault.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return id, q.DevicesRevoke(ctx, now, id)
}

// kinds of browsers and systems by a part of their user agent: the first match counts, because many claim to be others too.
var (
	browsers = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS", "Firefox"}, {"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}}
	systems = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"}}
)

// deviceNamed is a readable name of a user agent, as far as it is known.
func deviceNamed(agent string) string {
	first := func(of [][2]string) string {
		for _, one := range of {
			if strings.Contains(agent, one[0]) {
				return one[1]
			}
		}
		return ""
	}
	browser, system := first(browsers), first(systems)
	if browser == "" || system == "" {
		return browser + system
	}
	return browser + " on " + system
}
