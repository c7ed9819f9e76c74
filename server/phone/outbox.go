package phone

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/person"
	"sahn/server/phone/carrier"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

// codeKind is the kind of messages that carry a code; the others are Kinds.
const codeKind = "code"

// Note is what a person is to be told. Event names it: the same is told once. Until is when it is good for nothing any more.
type Note struct {
	Event, Person, Kind, Template, Language string
	Values                                  []string
	Until                                   time.Time
}

// Put takes a note into the outbox, with the letter that it replaces noted as not needed, in one transaction. It reports false where the
// carrier refuses such messages for now: then a letter is the better way. Jobs may, for people who chose the kind.
func (p *Phones) Put(ctx context.Context, n Note) (taken bool, err error) {
	if !p.On() {
		return false, nil
	}
	err = db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		taken = false
		now := p.Clock()
		stops, err := tx.PhoneStops(ctx, scopes(n.Template, n.Language))
		if err != nil {
			return fmt.Errorf("read what the carrier refuses: %w", err)
		}
		if slices.ContainsFunc(stops, func(s db.PhoneStopsRow) bool { return s.Until.After(now) }) {
			return nil
		}
		taken, err = p.put(ctx, tx, n)
		if err != nil {
			return err
		}
		return tx.MailOtherwise(ctx, now, true, n.Event)
	})
	return taken, err
}

// put writes a message with its job. It reports true as well when the same is in the outbox already and has not failed.
func (p *Phones) put(ctx context.Context, tx db.Tx, n Note) (bool, error) {
	if n.Values == nil {
		n.Values = []string{}
	}
	id := ulid.Make().String()
	added, err := tx.PhoneMessageAdd(ctx, db.PhoneMessageAddParams{ID: id, Event: n.Event, PersonID: n.Person, Kind: n.Kind,
		Template: n.Template, Language: n.Language, Words: n.Values, Until: n.Until, MadeAt: p.Clock()})
	if err != nil {
		return false, fmt.Errorf("write a message to a phone: %w", err)
	}
	if added == 0 {
		failed, err := tx.PhoneMessageFailed(ctx, n.Event)
		return !failed, err
	}
	return true, p.Queue.InsertTx(ctx, tx, Delivery{ID: id}, nil)
}

// Delivery is the job that gives a message of the outbox to the carrier.
type Delivery struct {
	ID string `json:"id"`
}

// Kind names the job.
func (Delivery) Kind() string { return "phone_message" }

// InsertOpts keeps slow carriers away from letters and payments. How often a message is tried is said by the message.
func (Delivery) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 10, Queue: job.Pushes, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// Work registers this package's jobs with a runner.
func (p *Phones) Work(workers *river.Workers) { river.AddWorker(workers, &deliverer{phones: p}) }

type deliverer struct {
	river.WorkerDefaults[Delivery]
	phones *Phones
}

// Work sends the message, unless its person does not want it any more or what it is about is over.
func (w *deliverer) Work(ctx context.Context, j *river.Job[Delivery]) error {
	wait, err := w.phones.Deliver(ctx, j.Args.ID)
	if err == nil && wait > 0 {
		return river.JobSnooze(wait)
	}
	return err
}

// lease is longer than a request to the carrier lasts. After it, a message without an answer is sent once more.
const lease = 2 * time.Minute

// Pauses between tries, and after a refusal of the account or of a template.
const (
	firstPause = 10 * time.Second
	maxPause   = 10 * time.Minute
	maxTries   = 8
	firstStop  = 15 * time.Minute
	maxStop    = 6 * time.Hour
)

// account is the scope of a refusal of everything.
const account = "account"

// scopes are what a message depends on.
func scopes(template, language string) []string { return []string{account, template + "/" + language} }

// pause is how long a message waits after a try, counted from 1. Meta asks for powers of four where one number got too many messages.
func pause(tries int, a carrier.Answer) time.Duration {
	wait := firstPause << min(tries-1, 10)
	if a.Pair {
		wait = time.Second << (2 * min(tries+1, 6))
	}
	return max(min(wait, maxPause), a.After)
}

// Deliver sends a message of the outbox once, and says when it is to be called again: 0 when it is done. Jobs may.
func (p *Phones) Deliver(ctx context.Context, id string) (wait time.Duration, err error) {
	m, row, wait, err := p.begin(ctx, id)
	if err != nil || wait > 0 || m == nil {
		return wait, err
	}
	a := p.Carrier.Send(ctx, *m)
	// The result must be recorded even if the job was cancelled meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return p.settle(ctx, row, a)
}

// begin decides what happens to a message now, and records that the carrier may have it from now on. No message: nothing is to be sent.
func (p *Phones) begin(ctx context.Context, id string) (m *carrier.Message, row db.PhoneMessageHoldRow, wait time.Duration, err error) {
	err = db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		m, wait = nil, 0
		now := p.Clock()
		if row, err = tx.PhoneMessageHold(ctx, id); err != nil {
			return db.NoneIs(err, nil)
		}
		switch {
		case row.State != "waiting" && row.State != "sending":
			return nil
		case row.State == "sending" && now.Before(row.BegunAt.Add(lease)):
			wait = row.BegunAt.Add(lease).Sub(now)
			return nil
		case row.State == "sending" && row.Begun == 2:
			return p.fail(ctx, tx, row, carrier.Answer{Reason: "twice without an answer"})
		case row.Number == "":
			return p.fail(ctx, tx, row, carrier.Answer{Reason: "not wanted any more"})
		case !now.Before(row.Until):
			return p.fail(ctx, tx, row, carrier.Answer{Code: row.Code, Reason: "too late: " + row.Reason})
		}
		if !p.On() {
			return p.fail(ctx, tx, row, carrier.Answer{Reason: "no carrier is set up"})
		}
		on := scopes(row.Template, row.Language)
		stops, err := tx.PhoneStops(ctx, on)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(stops, func(s db.PhoneStopsRow) bool { return s.Until.After(now) }) {
			return p.fail(ctx, tx, row, carrier.Answer{Reason: "the carrier refuses such messages for now"})
		}
		if len(stops) > 0 {
			if _, err := tx.PhoneStopTry(ctx, now.Add(lease), on, now); err != nil {
				return err
			}
		}
		values := row.Words
		if row.Kind == codeKind {
			values = []string{person.CodeOf(p.Keys, row.Event)}
		}
		m = &carrier.Message{Ref: row.ID, To: row.Number, Template: row.Template, Language: row.Language, Values: values}
		return tx.PhoneMessageBegin(ctx, now, id)
	})
	return m, row, wait, err
}

// settle records what became of a try.
func (p *Phones) settle(ctx context.Context, row db.PhoneMessageHoldRow, a carrier.Answer) (wait time.Duration, err error) {
	err = db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		wait = 0
		now := p.Clock()
		switch a.Outcome {
		case carrier.Taken:
			return errors.Join(tx.PhoneMessageTaken(ctx, a.ID, now, row.ID), tx.PhoneStopsOver(ctx, scopes(row.Template, row.Language)))
		case carrier.Unsure:
			wait = lease
			return tx.PhoneMessageUnsure(ctx, a.Reason, row.ID)
		case carrier.Later:
			if wait = pause(row.Tries+1, a); row.Tries+1 < maxTries && now.Add(wait).Before(row.Until) {
				return tx.PhoneMessageLater(ctx, a.Code, a.Reason, row.ID)
			}
			wait = 0
		}
		return p.fail(ctx, tx, row, a)
	})
	return wait, err
}

// fail ends a message that did not arrive: what its outcome says of the number, the template and the account counts from now on, and
// whoever has a letter for it writes that.
func (p *Phones) fail(ctx context.Context, tx db.Tx, row db.PhoneMessageHoldRow, a carrier.Answer) error {
	failed, err := tx.PhoneMessagesFail(ctx, a.Code, a.Reason, p.Clock(), []string{row.ID})
	if err != nil || len(failed) == 0 {
		return err
	}
	p.Log.Warn("phone: a message did not arrive", "kind", row.Kind, "code", a.Code, "reason", a.Reason)
	return p.after(ctx, tx, []lost{{row.Event, row.PersonID, row.Kind, row.Template, row.Language, row.MadeAt, a}})
}

// lost is a message that did not arrive.
type lost struct {
	event, person, kind, template, language string
	made                                    time.Time
	answer                                  carrier.Answer
}

// after draws the consequences of messages that did not arrive.
func (p *Phones) after(ctx context.Context, tx db.Tx, all []lost) error {
	events, gone, refused := map[string][]string{}, map[string][]string{}, map[string]carrier.Answer{}
	before := p.Clock()
	for _, l := range all {
		events[l.kind] = append(events[l.kind], l.event)
		way := ""
		switch l.answer.Outcome {
		case carrier.Unreachable:
			way = byGone
		case carrier.Stopped:
			way = byReply
		case carrier.Account:
			refused[account] = l.answer
		case carrier.Template, carrier.Wrong:
			refused[l.template+"/"+l.language] = l.answer
		}
		if way != "" && l.kind != codeKind { // a code goes to a number that nobody proved
			gone[way] = append(gone[way], l.person)
			if l.made.Before(before) {
				before = l.made
			}
		}
	}
	if err := p.stop(ctx, tx, refused); err != nil {
		return err
	}
	for _, way := range []string{byGone, byReply} {
		if err := p.end(ctx, tx, way, before, gone[way]...); err != nil {
			return err
		}
	}
	for _, kind := range Kinds {
		if letter := p.Letters[kind]; letter != nil && len(events[kind]) > 0 {
			if err := letter(ctx, tx, events[kind]); err != nil {
				return err
			}
		}
	}
	return nil
}

// stop lets nothing of some scopes be tried for a while, which doubles each time in a row.
func (p *Phones) stop(ctx context.Context, tx db.Tx, refused map[string]carrier.Answer) error {
	if len(refused) == 0 {
		return nil
	}
	now := p.Clock()
	put := db.PhoneStopPutParams{Now: now}
	for scope := range refused {
		put.Scopes = append(put.Scopes, scope)
	}
	slices.Sort(put.Scopes)
	known, err := tx.PhoneStops(ctx, put.Scopes)
	if err != nil {
		return err
	}
	for _, scope := range put.Scopes {
		fails := 0
		if i := slices.IndexFunc(known, func(s db.PhoneStopsRow) bool { return s.Scope == scope }); i >= 0 {
			fails = known[i].Fails
		}
		put.Untils = append(put.Untils, now.Add(min(firstStop<<min(fails, 10), maxStop)))
		put.Codes = append(put.Codes, refused[scope].Code)
		put.Reasons = append(put.Reasons, refused[scope].Reason)
	}
	return tx.PhoneStopPut(ctx, put)
}
