package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/riverqueue/river"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"sahn/server/platform/db"
	"sahn/server/platform/outbound"
)

// Send is a turn of a company: its webhooks are sent what is due, side by side, each in the order of its events.
type Send struct {
	Company string `json:"company"`
}

// Kind names the job.
func (Send) Kind() string { return "webhook_send" }

const (
	eachTurn = 10              // events of one webhook in one turn
	turn     = 8 * time.Second // after it no request begins
	tried    = 20              // attempts that are kept of a delivery
	giveUp   = 5 * 24 * time.Hour
	firm     = 6              // tries of one delivery, most of a day, that must fail before its webhook is switched off
	longest  = 24 * time.Hour // that an answer may ask to wait
	readUp   = 4 << 10        // bytes of an answer that are read, so that its connection is used again
)

// pauses are how long a delivery waits after each try: as the Standard Webhooks specification proposes, for about three days.
var pauses = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour,
	14 * time.Hour, 20 * time.Hour, 24 * time.Hour}

type sender struct {
	river.WorkerDefaults[Send]
	hooks *Webhooks
}

// Work sends a company's turn. While there is more, it comes again behind the turns of others.
func (s *sender) Work(ctx context.Context, j *river.Job[Send]) error {
	more, err := s.hooks.Turn(ctx, j.Args.Company)
	if err == nil && more {
		return river.JobSnooze(time.Second)
	}
	return err
}

// went is how a delivery went.
type went struct {
	row   db.WebhookTurnRow
	tried Attempt
	wait  time.Duration // that the answer asked for
	gone  bool
}

func (x went) ok() bool { return x.tried.Error == "" }

// Turn sends what is due of a company's webhooks; more reports whether something may be left. It holds no connection while it waits for
// answers. A crash before they are written sends again: at least once.
func (w *Webhooks) Turn(ctx context.Context, companyID string) (more bool, err error) {
	rows, err := db.New(w.Conn).WebhookTurn(ctx, w.Clock(), eachTurn, companyID)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	of := map[string][]db.WebhookTurnRow{}
	for _, r := range rows {
		of[r.ID] = append(of[r.ID], r)
	}
	turning, cancel := context.WithTimeout(ctx, turn+outbound.Timeout)
	defer cancel()
	results, wait := make(chan []went, len(of)), sync.WaitGroup{}
	begun := time.Now()
	for _, rows := range of {
		wait.Go(func() {
			var all []went
			for _, r := range rows {
				if time.Since(begun) > turn || turning.Err() != nil {
					break
				}
				all = append(all, w.deliver(turning, companyID, r))
				if !all[len(all)-1].ok() { // the next one would hardly arrive
					break
				}
			}
			results <- all
		})
	}
	wait.Wait()
	close(results)
	var all []went
	for some := range results {
		more = more || len(some) == eachTurn && some[eachTurn-1].ok()
		all = append(all, some...)
	}
	return more, w.note(context.WithoutCancel(ctx), companyID, all)
}

// deliver sends one event once.
func (w *Webhooks) deliver(ctx context.Context, companyID string, r db.WebhookTurnRow) went {
	now, begun := w.Clock(), time.Now()
	x := went{row: r, tried: Attempt{At: now}}
	req, err := w.request(ctx, companyID, r, now)
	if err == nil {
		var answer *http.Response
		if answer, err = w.Client.Do(req); err == nil {
			_, _ = io.CopyN(io.Discard, answer.Body, readUp)
			answer.Body.Close()
			x.tried.Status, x.gone = answer.StatusCode, answer.StatusCode == http.StatusGone
			x.wait = retryAfter(answer.Header.Get("Retry-After"), now)
			if answer.StatusCode/100 != 2 {
				err = fmt.Errorf("answered %d", answer.StatusCode)
			}
		}
	}
	x.tried.Ms = int(time.Since(begun).Milliseconds())
	if err != nil {
		x.tried.Error = why(err)
	}
	return x
}

// why is an error in words that an admin may read: without the address, which may be a secret, and without what lies behind it.
func why(err error) string {
	var slow net.Error
	var unknown *net.DNSError
	switch {
	case errors.Is(err, outbound.ErrRefused):
		return "private"
	case errors.As(err, &unknown):
		return "unknown"
	case errors.As(err, &slow) && slow.Timeout():
		return "slow"
	case errors.Is(err, errSealed):
		return "sealed"
	}
	if text := err.Error(); len(text) == len("answered 500") && text[:9] == "answered " {
		return "status"
	}
	return "unreachable"
}

// errSealed: APP_SECRET no longer names the secret with which the webhook's was sealed.
var errSealed = errors.New("webhook: the secret cannot be opened")

// request is what a webhook is sent: an event with its signatures, or a message for a channel.
func (w *Webhooks) request(ctx context.Context, companyID string, r db.WebhookTurnRow, now time.Time) (*http.Request, error) {
	secret, err := w.Keys.Open(sealUse, r.ID, r.Secret)
	if err != nil {
		return nil, errors.Join(errSealed, err)
	}
	to, header := r.Url, http.Header{"Content-Type": {"application/json"}, "User-Agent": {"Sahn-Webhooks/1"}}
	var body []byte
	if r.Style == standard {
		body, err = json.Marshal(Event{r.Kind, r.At.UTC(), version, companyID, r.Data})
		if err == nil {
			err = w.sign(header, body, secret, r, now)
		}
	} else {
		to = secret
		body, err = w.message(r)
	}
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = header
	return req, nil
}

// sign adds the signatures: by the secret, and by the one of before while it still counts.
func (w *Webhooks) sign(header http.Header, body []byte, secret string, r db.WebhookTurnRow, now time.Time) error {
	secrets, all := []string{secret}, ""
	if r.BeforeUntil != nil && now.Before(*r.BeforeUntil) {
		old, err := w.Keys.Open(sealUse, r.ID, r.Before)
		if err != nil {
			return errors.Join(errSealed, err)
		}
		secrets = append(secrets, old)
	}
	for i, s := range secrets {
		key, err := standardwebhooks.NewWebhook(s)
		if err != nil {
			return err
		}
		signed, err := key.Sign(r.EventID, now, body)
		if err != nil {
			return err
		}
		if i > 0 {
			all += " "
		}
		all += signed
	}
	header.Set(standardwebhooks.HeaderWebhookID, r.EventID)
	header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	header.Set(standardwebhooks.HeaderWebhookSignature, all)
	return nil
}

// retryAfter is how long an answer asks to wait, at most a day.
func retryAfter(said string, now time.Time) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.Atoi(said); err == nil {
		wait = time.Duration(min(max(seconds, 0), int(longest.Seconds()))) * time.Second
	} else if at, err := http.ParseTime(said); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), longest)
}

// note writes how a turn went, in one transaction, and tells the admins of webhooks that it switches off.
func (w *Webhooks) note(ctx context.Context, companyID string, all []went) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	told, stand, now := db.WebhookToldParams{CompanyID: companyID}, db.WebhookWentParams{CompanyID: companyID, Now: w.Clock()}, w.Clock()
	worked := map[string]bool{}
	for i, x := range all {
		worked[x.row.ID] = worked[x.row.ID] || x.ok()
		attempts, err := x.attempts()
		if err != nil {
			return err
		}
		state, tries, next := x.next(now)
		told.Webhooks, told.Events = append(told.Webhooks, x.row.ID), append(told.Events, x.row.EventID)
		told.States, told.Tries, told.Nexts = append(told.States, state), append(told.Tries, tries), append(told.Nexts, next)
		told.Attempts = append(told.Attempts, attempts)
		if i+1 < len(all) && all[i+1].row.ID == x.row.ID {
			continue
		}
		since, off := x.stands(now, worked[x.row.ID])
		stand.Ids, stand.Failing, stand.Whys = append(stand.Ids, x.row.ID), append(stand.Failing, since), append(stand.Whys, off)
	}
	return db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		if err := tx.WebhookTold(ctx, told); err != nil {
			return fmt.Errorf("note deliveries: %w", err)
		}
		off, err := tx.WebhookWent(ctx, stand)
		if err != nil {
			return fmt.Errorf("note webhooks: %w", err)
		}
		var ids []string
		for _, o := range off {
			if o.DisabledFor != nil {
				ids = append(ids, o.ID)
			}
		}
		return w.tell(ctx, tx, companyID, ids)
	})
}

func (x went) attempts() (string, error) {
	var all []Attempt
	if err := json.Unmarshal(x.row.Attempts, &all); err != nil {
		return "", err
	}
	all = append(all, x.tried)
	raw, err := json.Marshal(all[max(0, len(all)-tried):])
	return string(raw), err
}

// next is what becomes of a delivery.
func (x went) next(now time.Time) (state string, tries int, at time.Time) {
	tries = x.row.Tries + 1
	switch {
	case x.ok():
		return "sent", tries, now
	case x.gone || tries > len(pauses):
		return "failed", tries, now
	}
	return "waiting", tries, now.Add(max(pauses[tries-1], x.wait))
}

// stands is since when a webhook fails (the epoch for not), and why it is switched off, if it is: a first failure long after another one
// does not end it. worked: something arrived before, in this turn.
func (x went) stands(now time.Time, worked bool) (since time.Time, off string) {
	if x.ok() {
		return time.Unix(0, 0), ""
	}
	since = now
	if x.row.FailingAt != nil && !worked {
		since = *x.row.FailingAt
	}
	switch {
	case x.gone:
		off = "gone"
	case now.Sub(since) >= giveUp && x.row.Tries+1 >= firm:
		off = "failing"
	}
	return since, off
}
