// Package push shows people notifications on devices that they chose (Web Push: RFC 8030, 8291, 8292). Its promises: nothing is shown that
// its person switched off, or whose browser is signed out; a lock screen says no amount, meal or allergen unless its person chose so; one
// event is one message to a person, by notification or by mail; and no address of a device leads into a private network.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"sync"

	"sahn/server/person"
	"sahn/server/phone"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	letters "sahn/server/platform/mail"
	"sahn/server/platform/outbound"
	"sahn/server/platform/web"
)

// Kind is what a notification is about. People choose by it.
type Kind string

// The kinds.
const (
	Week     Kind = "week"     // choose for a week before it closes
	Desk     Kind = "desk"     // lunch is at its place
	Allergen Kind = "allergen" // allergens of an ordered meal were corrected
	Payment  Kind = "payment"  // an order was not paid
	Till     Kind = "till"     // a till waits for its buyer to confirm an amount
)

// Kinds are all of them, in the order in which people choose.
var Kinds = []Kind{Week, Desk, Allergen, Payment, Till}

const (
	maxDevices = 10 // of one person; the newest ones stay
	quietFrom  = 21 * 60
	quietUntil = 7 * 60 // minutes of the day in Dubai
)

// Options is what Pushes needs. Own is the private key of the settings, empty for one that is made at the first need. From is the sender of
// mail, whom push services write to. Loopback lets push services run on this machine: for tests.
type Options struct {
	DB       db.Conn
	Keys     keys.Keys
	Own      string
	From     string
	Post     *letters.Post
	Phones   *phone.Phones // tells whom no notification reaches on the phone, where they chose so; may be nil
	Clock    clock.Clock
	Loopback bool
	Log      *slog.Logger
}

// Pushes shows notifications and lets people choose them. Its methods with a Caller are handlers of the API. A nil Pushes shows none.
type Pushes struct {
	db       db.Conn
	keys     keys.Keys
	own      string
	contact  string
	post     *letters.Post
	phones   *phone.Phones
	now      clock.Clock
	loopback bool
	http     *http.Client
	log      *slog.Logger

	mu  sync.Mutex
	key *vapid
}

// New makes Pushes. It fails for a key of the settings that is none.
func New(o Options) (*Pushes, error) {
	p := &Pushes{db: o.DB, keys: o.Keys, own: o.Own, post: o.Post, phones: o.Phones, now: o.Clock, loopback: o.Loopback,
		http: outbound.Client(o.Loopback), log: o.Log}
	if from, err := mail.ParseAddress(o.From); err == nil {
		p.contact = from.Address
	}
	if o.Own != "" {
		key, err := ParseKey(o.Own)
		if err != nil {
			return nil, err
		}
		p.key = key
	}
	return p, nil
}

// Quiet are hours of the day in Dubai, like 21:00 and 07:00, in which nothing is shown.
type Quiet struct {
	From  string `json:"from" validate:"required,len=5"`
	Until string `json:"until" validate:"required,len=5"`
}

// Choice is one kind, and whether the caller wants it.
type Choice struct {
	Kind string `json:"kind" validate:"required,oneof=week desk allergen payment till"`
	On   bool   `json:"on"`
}

// SettingReply is what the caller chose. Key is what their browser asks its push service with (P-256, base64url). Here says whether this
// browser shows notifications, Devices how many of theirs do. Detail says whether a lock screen may show amounts, meals and places.
// Quiet is missing without quiet hours.
type SettingReply struct {
	Key     string   `json:"key"`
	Here    bool     `json:"here"`
	Devices int      `json:"devices"`
	Kinds   []Choice `json:"kinds"`
	Detail  bool     `json:"detail"`
	Quiet   *Quiet   `json:"quiet,omitempty"`
}

// HandleSetting tells what the caller is shown by notifications. Eaters may, their own.
func (p *Pushes) HandleSetting(ctx context.Context, who web.Caller, _ web.None) (SettingReply, error) {
	key, err := p.vapid(ctx)
	if err != nil {
		return SettingReply{}, err
	}
	return p.setting(ctx, db.New(p.db), who, key)
}

func (p *Pushes) setting(ctx context.Context, q *db.Queries, who web.Caller, key *vapid) (SettingReply, error) {
	row, err := q.PushSetting(ctx, who.Session, who.PersonID)
	if err != nil {
		return SettingReply{}, fmt.Errorf("read notifications: %w", db.NoneIs(err, web.ErrUnauthenticated))
	}
	said := SettingReply{Key: key.public, Here: row.Here, Devices: row.Devices, Detail: row.Detail}
	for _, k := range Kinds {
		said.Kinds = append(said.Kinds, Choice{string(k), !slices.Contains(row.Off, string(k))})
	}
	if c := choiceOf(row); c.quiet != nil {
		said.Quiet = &Quiet{clockOf(c.quiet.from), clockOf(c.quiet.until)}
	}
	return said, nil
}

// SettingRequest is what the caller chooses: kinds that it leaves out are on.
type SettingRequest struct {
	Kinds  []Choice `json:"kinds" validate:"max=5,dive"`
	Detail bool     `json:"detail"`
	Quiet  *Quiet   `json:"quiet,omitempty"`

	Wording int `json:"wording,omitempty"` // the version of the texts that the caller read
}

// ErrQuiet refuses quiet hours that are none.
var ErrQuiet = fault.Field("quiet", "Quiet hours begin and end at two different times, like 21:00 and 07:00.")

// HandleChoose keeps what the caller is shown by notifications. Eaters may, their own.
func (p *Pushes) HandleChoose(ctx context.Context, who web.Caller, r SettingRequest) (said SettingReply, err error) {
	if err := known(r.Wording); err != nil {
		return said, err
	}
	put := db.PushChooseParams{PersonID: who.PersonID, Off: []string{}, Detail: r.Detail, Now: p.now(), Wording: r.Wording}
	for _, c := range r.Kinds {
		if !c.On && !slices.Contains(put.Off, c.Kind) {
			put.Off = append(put.Off, c.Kind)
		}
	}
	if r.Quiet != nil {
		from, okFrom := minutesOf(r.Quiet.From)
		until, okUntil := minutesOf(r.Quiet.Until)
		if !okFrom || !okUntil || from == until {
			return said, ErrQuiet
		}
		put.QuietFrom, put.QuietUntil = &from, &until
	}
	return p.change(ctx, who, func(ctx context.Context, tx db.Tx) error { return tx.PushChoose(ctx, put) })
}

// DeviceRequest is a browser's subscription at its push service, as PushSubscription.toJSON has it: keys are base64url.
type DeviceRequest struct {
	Endpoint string `json:"endpoint" validate:"required,max=1000"`
	P256dh   string `json:"p256dh" validate:"required,max=100"`
	Auth     string `json:"auth" validate:"required,max=30"`
	Wording  int    `json:"wording,omitempty"` // the version of the texts that the caller read
	Renewed  bool   `json:"renewed,omitempty"` // without a tap, after a new sign-in where they were on before
}

// ErrDevice refuses what is no subscription at a push service of the internet.
var ErrDevice = fault.New(fault.Invalid, "push_device", "This browser's notifications cannot be used.")

// device is a checked DeviceRequest.
type device struct {
	endpoint     string
	p256dh, auth []byte
}

// read checks that a subscription names a server of the internet and keys that a message can be encrypted for.
func (r DeviceRequest) read(loopback bool) (d device, err error) {
	to, err := url.Parse(r.Endpoint)
	if err != nil || to.Host == "" || to.User != nil || to.Fragment != "" || len(r.Endpoint) > 1000 {
		return d, ErrDevice
	}
	if secure := to.Scheme == "https" && (to.Port() == "" || to.Port() == "443"); !secure && !(loopback && to.Hostname() == "127.0.0.1") {
		return d, ErrDevice
	}
	d.endpoint = r.Endpoint
	if d.p256dh, err = base64.RawURLEncoding.DecodeString(r.P256dh); err != nil {
		return d, ErrDevice
	}
	if _, err = ecdh.P256().NewPublicKey(d.p256dh); err != nil {
		return d, ErrDevice
	}
	if d.auth, err = base64.RawURLEncoding.DecodeString(r.Auth); err != nil || len(d.auth) != 16 {
		return d, ErrDevice
	}
	return d, nil
}

// HandleDevice shows the caller notifications in this browser, until they sign out there. Eaters may, in the browser that they use.
func (p *Pushes) HandleDevice(ctx context.Context, who web.Caller, r DeviceRequest) (SettingReply, error) {
	d, err := r.read(p.loopback)
	if err != nil {
		return SettingReply{}, err
	}
	if err := known(r.Wording); err != nil {
		return SettingReply{}, err
	}
	way := byPage
	if r.Renewed {
		way = byRenewal
	}
	stop := make([]byte, 16)
	_, _ = rand.Read(stop) // never fails
	return p.change(ctx, who, func(ctx context.Context, tx db.Tx) error {
		return tx.PushDevicePut(ctx, db.PushDevicePutParams{PersonID: who.PersonID, SessionID: who.Session, Endpoint: d.endpoint,
			P256dh: d.p256dh, Auth: d.auth, Stop: stop, Now: p.now(), Way: way, Wording: r.Wording, Others: maxDevices - 1})
	})
}

// HandleDeviceEnd shows nothing more in this browser. Eaters may, in the browser that they use.
func (p *Pushes) HandleDeviceEnd(ctx context.Context, who web.Caller, _ web.None) (SettingReply, error) {
	return p.change(ctx, who, func(ctx context.Context, tx db.Tx) error {
		return end(ctx, tx, db.PushDevicesEndingParams{Way: byPage, Now: p.now(), PersonID: who.PersonID, SessionID: who.Session,
			Endpoints: []string{}})
	})
}

// end forgets browsers and keeps in the history by which way.
func end(ctx context.Context, tx db.Tx, which db.PushDevicesEndingParams) error {
	if err := tx.PushDevicesEnding(ctx, which); err != nil {
		return err
	}
	return tx.PushDevicesEnd(ctx, which.PersonID)
}

// change writes in a transaction that holds the caller's person and session, and answers what holds then.
func (p *Pushes) change(ctx context.Context, who web.Caller, write func(context.Context, db.Tx) error) (said SettingReply, err error) {
	key, err := p.vapid(ctx)
	if err != nil {
		return said, err
	}
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		if err := write(ctx, tx); err != nil {
			return fmt.Errorf("keep notifications: %w", err)
		}
		said, err = p.setting(ctx, tx.Queries, who, key)
		return err
	})
	return said, err
}
