// Package phone tells people what they chose by messages to their phones, which a carrier takes (phone/carrier). Its promises: a number is
// written to only after its owner proved it and chose what to be told, what they chose has a history, one event is one message, and what
// does not arrive is handed back to whoever has a letter for it.
package phone

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/phone/carrier"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/web"
)

// Kinds are what people may be told, in the order in which they choose. They are those of notifications.
var Kinds = []string{"week", "desk", "allergen", "payment", "till"}

// Limits of codes. Those of an account are exact; that of a source is large enough that no account uses it up for its colleagues.
const (
	codeLife  = carrier.CodeMinutes * time.Minute
	codeTries = 5
	codeAgain = 30 * time.Second
	codesADay = 5
)

var ofSource = web.Rate{N: 60, Per: time.Hour}

// Refusals.
var (
	ErrOff     = fault.New(fault.NotFound, "phone_off", "Messages to phones are not set up here.")
	ErrNumber  = fault.Field("number", "Enter a mobile number, like 050 123 4567 or +44 7700 900123.")
	ErrNone    = fault.New(fault.Conflict, "phone_none", "Give your number first.")
	ErrTooMany = fault.New(fault.TooMany, "phone_codes", "You asked for enough codes for now. Please try again later.")
)

// Undelivered is told of events whose messages did not arrive, in the transaction that finds it out.
type Undelivered func(ctx context.Context, tx db.Tx, events []string) error

// Hooks are what a carrier tells: which address is ours, and what became of messages. Read refuses what is not the carrier's.
type Hooks interface {
	Challenge(query string) (answer string, ok bool)
	Read(body []byte, signature string) (carrier.Events, error)
}

// Phones tells people by messages to their phones. Its methods with a Caller are handlers of the API. Without a Carrier it tells nobody
// anything, and offers nothing. Letters are, by kind, who writes a letter instead.
type Phones struct {
	DB      db.Conn
	Carrier carrier.Carrier
	Hooks   Hooks
	Queue   *job.Queue
	Keys    keys.Keys
	Limiter *web.Limiter
	Clock   clock.Clock
	Letters map[string]Undelivered
	Wording int // the newest version of the texts that people choose by
	Log     *slog.Logger
}

// On reports whether there is a carrier. A nil Phones has none.
func (p *Phones) On() bool { return p != nil && p.Carrier != nil }

// Choice is one kind, and whether the caller wants to be told of it on their phone.
type Choice struct {
	Kind string `json:"kind" validate:"required,oneof=week desk allergen payment till"`
	On   bool   `json:"on"`
}

// Asked is a number that was given and is not proved yet, until when its code is good, and whether that could not be sent.
type Asked struct {
	Number string    `json:"number"`
	Until  time.Time `json:"until"`
	Failed bool      `json:"failed"`
}

// SettingReply is what the caller is told on their phone. Channel is whatsapp, or empty where it is not set up. Number is hidden but for
// its ends, and empty without one.
type SettingReply struct {
	Channel string   `json:"channel"`
	Number  string   `json:"number"`
	Kinds   []Choice `json:"kinds"`
	Asked   *Asked   `json:"asked,omitempty"`
}

// HandleSetting tells what the caller is told on their phone. Eaters may, their own.
func (p *Phones) HandleSetting(ctx context.Context, who web.Caller, _ web.None) (SettingReply, error) {
	if !p.On() {
		return SettingReply{Kinds: []Choice{}}, nil
	}
	return p.setting(ctx, db.New(p.DB), who)
}

func (p *Phones) setting(ctx context.Context, q *db.Queries, who web.Caller) (SettingReply, error) {
	row, err := q.PhoneOf(ctx, p.Clock(), who.PersonID)
	if err != nil {
		return SettingReply{}, fmt.Errorf("read a phone: %w", db.NoneIs(err, web.ErrUnauthenticated))
	}
	said := SettingReply{Channel: "whatsapp", Number: carrier.Masked(row.Number)}
	for _, k := range Kinds {
		said.Kinds = append(said.Kinds, Choice{k, slices.Contains(row.Kinds, k)})
	}
	if row.Asked != "" && row.ExpiresAt != nil {
		said.Asked = &Asked{carrier.Masked(row.Asked), row.ExpiresAt.UTC(), row.State == "failed"}
	}
	return said, nil
}

// NumberRequest is a number as its owner types it; without a country it is one of the Emirates.
type NumberRequest struct {
	Number string `json:"number" validate:"required,max=40"`
}

// codeEvent is what the message with a code tells of.
func codeEvent(id string) string { return "phone-code-" + id }

// HandleAsk sends a code to a number, by which the caller proves that it is theirs. Eaters may, a few times a day.
func (p *Phones) HandleAsk(ctx context.Context, who web.Caller, r NumberRequest) (said SettingReply, err error) {
	if !p.On() {
		return said, ErrOff
	}
	number, err := carrier.Number(r.Number)
	if err != nil {
		return said, ErrNumber
	}
	if _, wait := p.Limiter.Take(ctx, "phone:"+who.IP, ofSource); wait > 0 {
		return said, ErrTooMany.After(wait)
	}
	return p.change(ctx, who, func(ctx context.Context, tx db.Tx) error {
		now := p.Clock()
		asked, err := tx.PhoneCodesAsked(ctx, now.Add(-24*time.Hour), who.PersonID)
		switch {
		case err != nil:
			return err
		case asked.N >= codesADay:
			return ErrTooMany
		case asked.N > 0 && now.Sub(asked.Last) < codeAgain:
			return ErrTooMany.After(codeAgain - now.Sub(asked.Last))
		}
		of, err := tx.PhoneOf(ctx, now, who.PersonID)
		if err != nil {
			return db.NoneIs(err, web.ErrUnauthenticated)
		}
		id := ulid.Make().String()
		if err := tx.PhoneCodePut(ctx, who.PersonID, id, number, now.Add(codeLife)); err != nil {
			return err
		}
		_, err = p.put(ctx, tx, Note{Event: codeEvent(id), Person: who.PersonID, Kind: codeKind, Template: carrier.CodeTemplate,
			Language: of.Language, Until: now.Add(codeLife)})
		return err
	})
}

// CodeRequest is the code that came to the number.
type CodeRequest struct {
	Code string `json:"code" validate:"required,len=6"`
}

// HandleProve keeps the caller's number once they know the code that was sent there. Nothing is told by it until they choose. Eaters may.
func (p *Phones) HandleProve(ctx context.Context, who web.Caller, r CodeRequest) (said SettingReply, err error) {
	if !p.On() {
		return said, ErrOff
	}
	var refused error // the wrong try is kept
	said, err = p.change(ctx, who, func(ctx context.Context, tx db.Tx) error {
		refused = nil
		row, err := tx.PhoneCodeTry(ctx, who.PersonID, codeTries)
		if db.None(err) {
			refused = person.ErrCodeLocked
			return nil
		}
		if err != nil {
			return err
		}
		now := p.Clock()
		switch {
		case !row.ExpiresAt.After(now):
			refused = person.ErrCodeExpired
			return nil
		case !person.IsCodeOf(p.Keys, codeEvent(row.ID), r.Code):
			refused = person.ErrCode
			return nil
		}
		if err := tx.PhonePut(ctx, who.PersonID, row.Number, now); err != nil {
			return err
		}
		return tx.PhoneCodeDrop(ctx, who.PersonID)
	})
	return said, errors.Join(err, refused)
}

// ChooseRequest is what the caller wants to be told on their phone: kinds that it leaves out are off.
type ChooseRequest struct {
	Kinds   []Choice `json:"kinds" validate:"max=5,dive"`
	Wording int      `json:"wording,omitempty"` // the version of the texts that the caller read
}

// HandleChoose keeps what the caller is told on their phone. Eaters may, once they proved a number.
func (p *Phones) HandleChoose(ctx context.Context, who web.Caller, r ChooseRequest) (said SettingReply, err error) {
	if !p.On() {
		return said, ErrOff
	}
	if r.Wording < 0 || r.Wording > p.Wording {
		return said, fault.Field("wording", "The wording field is not known.")
	}
	kinds := []string{}
	for _, c := range r.Kinds {
		if c.On && !slices.Contains(kinds, c.Kind) {
			kinds = append(kinds, c.Kind)
		}
	}
	slices.Sort(kinds)
	return p.change(ctx, who, func(ctx context.Context, tx db.Tx) error {
		n, err := tx.PhoneChoose(ctx, kinds, p.Clock(), r.Wording, who.PersonID)
		if err == nil && n == 0 {
			return ErrNone
		}
		return err
	})
}

// HandleEnd forgets the caller's number, and one that they have not proved. Eaters may, also where the channel is no longer set up.
func (p *Phones) HandleEnd(ctx context.Context, who web.Caller, _ web.None) (SettingReply, error) {
	return p.change(ctx, who, func(ctx context.Context, tx db.Tx) error {
		return errors.Join(tx.PhoneCodeDrop(ctx, who.PersonID), p.end(ctx, tx, byPage, p.Clock(), who.PersonID))
	})
}

// By which way a number goes, as the history keeps it.
const (
	byPage  = "page"  // on the profile's page
	byReply = "reply" // its owner answered that they want no more, or told the carrier
	byGone  = "gone"  // it cannot be reached
)

// end forgets the numbers of people, unless they proved another one since, and keeps in the history by which way.
func (p *Phones) end(ctx context.Context, tx db.Tx, way string, before time.Time, people ...string) error {
	if len(people) == 0 {
		return nil
	}
	if err := tx.PhonesEnding(ctx, way, p.Clock(), people, before); err != nil {
		return err
	}
	return tx.PhonesEnd(ctx, people)
}

// change writes in a transaction that holds the caller's person and session, and answers what holds then.
func (p *Phones) change(ctx context.Context, who web.Caller, write func(context.Context, db.Tx) error) (said SettingReply, err error) {
	err = db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		if err := write(ctx, tx); err != nil {
			return fmt.Errorf("keep a phone: %w", err)
		}
		said, err = p.setting(ctx, tx.Queries, who)
		return err
	})
	return said, err
}
