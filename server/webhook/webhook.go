// Package webhook tells a company's programs, and its channels in Slack and Teams, what happened. Its promises: no request that makes
// something happen pays for it; an event is told at least once, signed as the Standard Webhooks specification says, to addresses on the
// public internet alone; and a slow address keeps only its own company waiting.
package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/company"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
)

// Webhooks keeps companies' webhooks and sends them events. Client asks only the public internet (outbound.Client); Loopback also takes
// addresses of this machine, for the demo and tests. Forecast is what a company will pay at this pace.
type Webhooks struct {
	Conn     db.Conn
	Queue    *job.Queue
	Post     *mail.Post
	Client   *http.Client
	Keys     keys.Keys
	Clock    clock.Clock
	Public   *url.URL
	Loopback bool
	Forecast func(ctx context.Context, who web.Caller, _ company.Nothing) (company.ForecastReply, error)
}

const (
	limit   = 5              // webhooks of one company
	listed  = 50             // deliveries that a list shows
	overlap = 24 * time.Hour // how long a secret still signs after it was replaced
	kept    = 15 * 24 * time.Hour
	sealUse = "company webhook"
)

// What an admin reads.
var (
	ErrNotActive = fault.New(fault.Conflict, "company_not_active",
		"Your company is not approved yet. You can add webhooks as soon as it is.")
	ErrTooMany = fault.New(fault.Conflict, "too_many_webhooks", "Your company has 5 webhooks. Please remove one first.")
	ErrOff     = fault.New(fault.Conflict, "webhook_off", "This webhook is off. Please switch it on first.")
	ErrChannel = fault.New(fault.Conflict, "webhook_channel", "Only an endpoint of your own has a secret that can be replaced.")
)

// Webhook is one of a company's as its admins see it. URL of a channel is only how its address begins. Failing is since when nothing
// arrived; Off says why it is off: admin, failing or gone. Both is until when the secret of before also signs.
type Webhook struct {
	ID       string     `json:"id"`
	Style    string     `json:"style"`
	URL      string     `json:"url"`
	Events   []string   `json:"events"`
	By       string     `json:"by"`
	Made     time.Time  `json:"made"`
	Failing  *time.Time `json:"failing"`
	Disabled *time.Time `json:"disabled"`
	Off      *string    `json:"off"`
	Both     *time.Time `json:"both"`
	Waiting  int        `json:"waiting"`
	Failed   int        `json:"failed"`
	ETag     string     `json:"etag,omitempty"` // as If-Match of an edit takes it, for programs
}

// Setting is how a webhook is set, without what happens to it: an edit changes it, and a delivery does not, unless it ends the webhook.
type Setting struct {
	ID       string     `json:"id"`
	Style    string     `json:"style"`
	URL      string     `json:"url"`
	Events   []string   `json:"events"`
	Language string     `json:"language"`
	Made     time.Time  `json:"made"`
	Disabled *time.Time `json:"disabled"`
	Off      *string    `json:"off"`
	Both     *time.Time `json:"both"`
}

// OneReply is one webhook and the tag of how it is set.
type OneReply struct {
	Data Setting `json:"data"`
	tag  string
}

// ETag is what an edit may send as If-Match.
func (r OneReply) ETag() string { return r.tag }

// settingOf is how a webhook is set, and the tag of it.
func settingOf(w db.Webhook) (OneReply, error) {
	is := Setting{w.ID, w.Style, w.Url, w.Kinds, w.Language, w.CreatedAt.UTC(), w.DisabledAt, w.DisabledFor, w.BeforeUntil}
	for _, at := range []**time.Time{&is.Disabled, &is.Both} {
		if *at != nil {
			utc := (*at).UTC()
			*at = &utc
		}
	}
	tag, err := web.TagOf(is)
	return OneReply{is, tag}, err
}

// ListReply is a company's webhooks, and the kinds of events that there are.
type ListReply struct {
	Data []Webhook `json:"data"`
}

// Nothing is a request without content.
type Nothing struct{}

// HandleList answers with the webhooks of the caller's company. Admins may.
func (w *Webhooks) HandleList(ctx context.Context, who web.Caller, _ Nothing) (ListReply, error) {
	rows, err := db.New(w.Conn).WebhooksOf(ctx, who.CompanyID)
	if err != nil {
		return ListReply{}, fmt.Errorf("read webhooks: %w", err)
	}
	all := ListReply{make([]Webhook, len(rows))}
	for i, r := range rows {
		all.Data[i] = Webhook{ID: r.ID, Style: r.Style, URL: r.Url, Events: r.Kinds, By: r.MadeBy, Made: r.CreatedAt, Failing: r.FailingAt,
			Disabled: r.DisabledAt, Off: r.DisabledFor, Both: r.BeforeUntil, Waiting: int(r.Waiting), Failed: int(r.Failed)}
		if who.KeyID == "" {
			continue
		}
		one, err := settingOf(db.Webhook{ID: r.ID, Style: r.Style, Url: r.Url, Kinds: r.Kinds, Language: r.Language, CreatedAt: r.CreatedAt,
			DisabledAt: r.DisabledAt, DisabledFor: r.DisabledFor, BeforeUntil: r.BeforeUntil})
		if err != nil {
			return ListReply{}, err
		}
		all.Data[i].ETag = one.tag
	}
	return all, nil
}

// HandleOne answers with how a webhook is set. Admins may.
func (w *Webhooks) HandleOne(ctx context.Context, who web.Caller, r OneRequest) (OneReply, error) {
	is, err := db.New(w.Conn).WebhookSet(ctx, r.ID, who.CompanyID)
	if err != nil {
		return OneReply{}, db.NoneIs(err, fault.ErrNotFound)
	}
	return settingOf(is)
}

// MakeRequest is where to tell what: an endpoint of the company's own, or the address of an incoming webhook of Slack or Teams.
type MakeRequest struct {
	Style    string   `json:"style" validate:"required,oneof=standard slack teams"`
	URL      string   `json:"url" validate:"required,max=1000"`
	Events   []string `json:"events" validate:"required,min=1,max=20,dive,max=40"`
	Language string   `json:"language" validate:"required,oneof=en ar"`
}

// Made is a new webhook. Secret verifies what it is sent; nobody can read it again. A channel has none.
type Made struct {
	ID     string `json:"id"`
	Secret string `json:"secret,omitempty"`
}

// MadeReply holds a new webhook, or a new secret.
type MadeReply struct {
	Data Made `json:"data"`
}

// HandleMake adds a webhook to the caller's company and shows its secret once. Admins of an Active company may.
func (w *Webhooks) HandleMake(ctx context.Context, who web.Caller, r MakeRequest) (MadeReply, error) {
	events, err := chosen(r.Style, r.Events)
	if err != nil {
		return MadeReply{}, err
	}
	shown, err := w.address(r.Style, r.URL)
	if err != nil {
		return MadeReply{}, err
	}
	made, now := Made{ID: ulid.Make().String()}, w.Clock()
	secret := r.URL
	if r.Style == standard {
		made.Secret = newSecret()
		secret = made.Secret
	}
	sealed, err := w.Keys.Seal(sealUse, made.ID, secret)
	if err != nil {
		return MadeReply{}, err
	}
	err = w.asAdmin(ctx, who, func(ctx context.Context, tx db.Tx, c db.Company, by string) error {
		if c.Status != "Active" {
			return ErrNotActive
		}
		had, err := tx.WebhooksOf(ctx, who.CompanyID)
		if err != nil {
			return err
		}
		if len(had) >= limit {
			return ErrTooMany
		}
		if err := tx.WebhookMake(ctx, db.WebhookMakeParams{ID: made.ID, CompanyID: who.CompanyID, Style: r.Style, Url: shown, Kinds: events,
			Language: r.Language, Secret: sealed, MadeBy: by, Now: now}); err != nil {
			return err
		}
		if err := tx.WebhookMarkBegin(ctx, who.CompanyID, now, ulid.Make().String()); err != nil {
			return err
		}
		return w.act(ctx, tx, who, "webhook.make", made.ID, map[string]any{"url": shown, "events": events})
	})
	if err != nil {
		return MadeReply{}, err
	}
	return MadeReply{made}, nil
}

// OneRequest names a webhook.
type OneRequest struct {
	ID string `path:"id" json:"-" validate:"required,max=64"`
}

// EditRequest names a webhook, and in IfMatch how it has to be set still.
type EditRequest struct {
	ID      string `path:"id" json:"-" validate:"required,max=64"`
	IfMatch string `header:"If-Match" json:"-" validate:"max=1000"`
}

// ChangeRequest is which events a webhook is told, and whether it is on.
type ChangeRequest struct {
	ID      string   `path:"id" json:"-" validate:"required,max=64"`
	IfMatch string   `header:"If-Match" json:"-" validate:"max=1000"`
	Events  []string `json:"events,omitempty" validate:"max=20,dive,max=40"`
	On      *bool    `json:"on,omitempty"`
}

// HandleChange chooses the events of a webhook and switches it on or off; what the request leaves out stays. Admins may; what it missed
// while it was off is held.
func (w *Webhooks) HandleChange(ctx context.Context, who web.Caller, r ChangeRequest) (ListReply, error) {
	edit := EditRequest{r.ID, r.IfMatch}
	return w.change(ctx, who, edit, "webhook.change", func(ctx context.Context, tx db.Tx, had db.Webhook) (any, error) {
		events := had.Kinds
		if r.Events != nil {
			var err error
			if events, err = chosen(had.Style, r.Events); err != nil {
				return nil, err
			}
		}
		if err := tx.WebhookKindsSet(ctx, events, had.ID, had.CompanyID); err != nil {
			return nil, err
		}
		on := had.DisabledAt == nil
		if r.On != nil && *r.On != on {
			on = *r.On
			change := func() error { return tx.WebhookOff(ctx, w.Clock(), had.ID, had.CompanyID) }
			if on {
				change = func() error { return tx.WebhookOn(ctx, had.ID, had.CompanyID) }
			}
			if err := change(); err != nil {
				return nil, err
			}
		}
		return map[string]any{"events": events, "on": on}, nil
	})
}

// HandleRotate replaces the secret of a webhook and shows the new one once; the old one signs too for a day. Admins may.
func (w *Webhooks) HandleRotate(ctx context.Context, who web.Caller, r EditRequest) (MadeReply, error) {
	made := Made{r.ID, newSecret()}
	sealed, err := w.Keys.Seal(sealUse, r.ID, made.Secret)
	if err != nil {
		return MadeReply{}, err
	}
	_, err = w.change(ctx, who, r, "webhook.rotate", func(ctx context.Context, tx db.Tx, had db.Webhook) (any, error) {
		if had.Style != standard {
			return nil, ErrChannel
		}
		return nil, tx.WebhookRotate(ctx, w.Clock().Add(overlap), sealed, had.ID, had.CompanyID)
	})
	if err != nil {
		return MadeReply{}, err
	}
	return MadeReply{made}, nil
}

// HandleRemove removes a webhook with its deliveries. Admins may.
func (w *Webhooks) HandleRemove(ctx context.Context, who web.Caller, r EditRequest) (ListReply, error) {
	return w.change(ctx, who, r, "webhook.remove", func(ctx context.Context, tx db.Tx, had db.Webhook) (any, error) {
		if err := tx.WebhookRemove(ctx, had.ID, had.CompanyID); err != nil {
			return nil, err
		}
		return map[string]any{"url": had.Url}, tx.WebhookMarkEnd(ctx, had.CompanyID)
	})
}

// HandleTest sends a webhook an event of the kind webhook.test. Admins may.
func (w *Webhooks) HandleTest(ctx context.Context, who web.Caller, r OneRequest) (DeliveriesReply, error) {
	_, err := w.change(ctx, who, EditRequest{ID: r.ID}, "webhook.test", func(ctx context.Context, tx db.Tx, had db.Webhook) (any, error) {
		if had.DisabledAt != nil {
			return nil, ErrOff
		}
		return nil, tx.WebhookTest(ctx, had.ID, w.Clock(), ulid.Make().String(), had.CompanyID)
	})
	if err != nil {
		return DeliveriesReply{}, err
	}
	return w.HandleDeliveries(ctx, who, r)
}

// ReplayRequest is the event to send again, or since when all are. Without either all are that are still kept.
type ReplayRequest struct {
	ID    string     `path:"id" json:"-" validate:"required,max=64"`
	Event *string    `json:"event,omitempty" validate:"omitempty,len=26"`
	Since *time.Time `json:"since,omitempty"`
}

// HandleReplay sends again one event of the last days, or all since an instant, under the ids that they had. Admins may.
func (w *Webhooks) HandleReplay(ctx context.Context, who web.Caller, r ReplayRequest) (DeliveriesReply, error) {
	switch {
	case r.Event != nil && r.Since != nil:
		return DeliveriesReply{}, fault.Field("event", "Please name one event, or since when all are sent again.")
	case r.Event == nil && r.Since == nil:
		r.Since = &time.Time{}
	}
	_, err := w.change(ctx, who, EditRequest{ID: r.ID}, "webhook.replay", func(ctx context.Context, tx db.Tx, had db.Webhook) (any, error) {
		if had.DisabledAt != nil {
			return nil, ErrOff
		}
		n, err := tx.WebhookReplay(ctx, db.WebhookReplayParams{Now: w.Clock(), CompanyID: had.CompanyID, WebhookID: had.ID, EventID: r.Event,
			Since: r.Since})
		if err == nil && n == 0 && r.Event != nil {
			err = fault.ErrNotFound
		}
		return map[string]any{"events": n}, err
	})
	if err != nil {
		return DeliveriesReply{}, err
	}
	return w.HandleDeliveries(ctx, who, OneRequest{r.ID})
}

// Attempt is one try to deliver: when, what was answered (0 for nothing), why it failed, and how long it took.
type Attempt struct {
	At     time.Time `json:"at"`
	Status int       `json:"status"`
	Error  string    `json:"error,omitempty"`
	Ms     int       `json:"ms"`
}

// Delivery is an event on its way to a webhook: waiting, sent, failed after its last try, or held while the webhook is off.
type Delivery struct {
	Event    string     `json:"event"`
	Kind     string     `json:"kind"`
	At       time.Time  `json:"at"`
	State    string     `json:"state"`
	Next     *time.Time `json:"next"`
	Attempts []Attempt  `json:"attempts"`
}

// DeliveriesReply is the newest deliveries of a webhook.
type DeliveriesReply struct {
	Data []Delivery `json:"data"`
}

// HandleDeliveries answers with the newest fifty deliveries of a webhook. Admins may.
func (w *Webhooks) HandleDeliveries(ctx context.Context, who web.Caller, r OneRequest) (DeliveriesReply, error) {
	q := db.New(w.Conn)
	if _, err := q.WebhookIs(ctx, r.ID, who.CompanyID); err != nil {
		return DeliveriesReply{}, db.NoneIs(err, fault.ErrNotFound)
	}
	rows, err := q.WebhookDeliveries(ctx, who.CompanyID, r.ID, listed)
	if err != nil {
		return DeliveriesReply{}, err
	}
	all := DeliveriesReply{make([]Delivery, len(rows))}
	for i, d := range rows {
		all.Data[i] = Delivery{Event: d.EventID, Kind: d.Kind, At: d.At, State: d.State}
		if d.State == "waiting" {
			all.Data[i].Next = &d.NextAt
		}
		if err := json.Unmarshal(d.Attempts, &all.Data[i].Attempts); err != nil {
			return DeliveriesReply{}, err
		}
	}
	return all, nil
}

// change holds one webhook of the caller's company, does something to it if it is set as the edit names it, writes the act, and lets its
// company's turn begin.
func (w *Webhooks) change(ctx context.Context, who web.Caller, edit EditRequest, kind string,
	do func(ctx context.Context, tx db.Tx, had db.Webhook) (after any, err error)) (ListReply, error) {
	err := w.asAdmin(ctx, who, func(ctx context.Context, tx db.Tx, _ db.Company, _ string) error {
		had, err := tx.WebhookOne(ctx, edit.ID, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		is, err := settingOf(had)
		if err != nil {
			return err
		}
		if !web.Matches(edit.IfMatch, is.tag) {
			return web.ErrChanged
		}
		after, err := do(ctx, tx, had)
		if err != nil {
			return err
		}
		if err := w.sendSoon(ctx, tx, who.CompanyID); err != nil {
			return err
		}
		return w.act(ctx, tx, who, kind, edit.ID, after)
	})
	if err != nil {
		return ListReply{}, err
	}
	return w.HandleList(ctx, who, Nothing{})
}

func (w *Webhooks) act(ctx context.Context, tx db.Tx, who web.Caller, kind, subject string, after any) error {
	done := audit.Act{At: w.Clock(), Who: who.ProfileID, Company: who.CompanyID, Kind: kind, Subject: subject, After: after}
	if who.KeyID != "" {
		done.Note = "API key " + who.KeyID
	}
	return audit.Write(ctx, tx.Queries, done)
}

// asAdmin runs fn while nobody else changes the company or its webhooks, and the caller's session or key is held; by is the admin who asks,
// or who made the key.
func (w *Webhooks) asAdmin(ctx context.Context, who web.Caller,
	fn func(ctx context.Context, tx db.Tx, c db.Company, by string) error) error {
	return db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		c, err := tx.CompanyHold(ctx, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if who.KeyID != "" {
			by, err := tx.WebhookKeyStill(ctx, who.KeyID, who.CompanyID, w.Clock())
			if err != nil {
				return db.NoneIs(err, web.ErrUnauthenticated)
			}
			return fn(ctx, tx, c, by)
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		return fn(ctx, tx, c, who.ProfileID)
	})
}

// chosen are the kinds of events that were chosen, each once, if a webhook of that style can be told of them.
func chosen(style string, events []string) ([]string, error) {
	known := Kinds
	if style != standard {
		known = spoken
	}
	events = slices.Clone(events)
	slices.Sort(events)
	events = slices.Compact(events)
	if len(events) == 0 {
		return nil, fault.Field("events", "The events field is required.")
	}
	for _, kind := range events {
		if !slices.Contains(known, kind) {
			return nil, fault.Field("events", "There is no event of this name for this.")
		}
	}
	return events, nil
}
