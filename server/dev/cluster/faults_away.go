//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/mail"
)

// away kills programs, and keeps them away for as long as the drill lasts.
func (d *drilling) away(ctx context.Context, names ...string) error {
	began := time.Now()
	for _, name := range names {
		if err := d.hold(name); err != nil {
			return err
		}
		d.after = append(d.after, func() { d.free(name) })
		p, _ := d.running(name)
		p.signal(syscall.SIGKILL)
	}
	if err := pause(ctx, d.lasts); err != nil {
		return err
	}
	for _, name := range names {
		if _, running := d.running(name); running {
			return fmt.Errorf("%s runs", name)
		}
	}
	d.show("%s killed and away for %.0f s", strings.Join(names, ", "), time.Since(began).Seconds())
	return nil
}

// back lets programs start that were away.
func (d *drilling) back(ctx context.Context, names ...string) error {
	for _, name := range names {
		d.free(name)
	}
	return d.whole(ctx)
}

func redisGone(ctx context.Context, d *drilling) error {
	if err := d.away(ctx, d.redises()...); err != nil {
		return err
	}
	return d.back(ctx, d.redises()...)
}

// letters are those that credits of the load have made since a moment. Limited are not sent: their person has had
// enough of them that day.
type letters struct{ All, Waiting, Limited, Other int }

// mailDown takes the mail server away. Each credit of the load is a letter, and each must be in the mailbox once.
func mailDown(ctx context.Context, d *drilling) error {
	from := time.Now()
	if err := d.away(ctx, "mailbox"); err != nil {
		return err
	}
	back := time.Now()
	conn, err := pgx.Connect(ctx, d.admin("primary", "sahn"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var l letters
	look := func() bool {
		err = conn.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE state IN ('available', 'running', 'retryable', 'scheduled')),
				count(*) FILTER (WHERE state = 'cancelled' AND limited), count(*) FILTER (WHERE state IN ('cancelled', 'discarded') AND NOT limited)
			FROM river_job, LATERAL (SELECT coalesce(errors[cardinality(errors)] ->> 'error' LIKE '%' || $3, false) AS limited) of_day
			WHERE kind = 'mail_credit' AND created_at BETWEEN $1 AND $2`, from, back, mail.ErrTooMany.Error()).
			Scan(&l.All, &l.Waiting, &l.Limited, &l.Other)
		return err != nil || l.Waiting == 0
	}
	if look(); err != nil {
		return err
	}
	waited := l.Waiting
	if err := d.back(ctx, "mailbox"); err != nil {
		return err
	}
	if wait := within(10*time.Minute, look); wait != nil || err != nil {
		return fmt.Errorf("%d letters still wait: %w", l.Waiting, errors.Join(wait, err))
	}
	d.show("%d of %d letters waited when mail was back; the last left %.0f s later; %d were beyond a person's limit of a day, "+
		"%d were not sent", waited, l.All, time.Since(back).Seconds(), l.Limited, l.Other)
	if waited == 0 || l.Other > 0 {
		return errors.New("no letter waited, or some were not sent")
	}
	return d.once()
}

// once compares the letters in the mailbox by their Message-ID.
func (d *drilling) once() error {
	entries, err := os.ReadDir(d.path("mailbox"))
	if err != nil {
		return err
	}
	found, twice := map[string]bool{}, 0
	for _, entry := range entries {
		text, err := os.ReadFile(d.path("mailbox", entry.Name()))
		if err != nil {
			return err
		}
		for row := range strings.Lines(string(text)) {
			if id, is := strings.CutPrefix(strings.ToLower(row), "message-id:"); is {
				if found[id] {
					twice++
				}
				found[id] = true
				break
			}
		}
	}
	d.show("%d letters are in the mailbox, %d of them twice", len(found), twice)
	if twice > 0 || len(found) == 0 {
		return errors.New("letters arrived twice, or none did")
	}
	return nil
}

// behave changes what the card sandbox does.
func (d *drilling) behave(ctx context.Context, options string) error {
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+d.address("sandbox")+"/sandbox/options",
		bytes.NewBufferString(options))
	if err != nil {
		return err
	}
	ask.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return fmt.Errorf("the sandbox does not change: %s", got.Status)
	}
	return nil
}

// providerDown lets people pay and close the browser, and then the provider goes before anybody was told. What they paid must be in their
// wallets once.
func providerDown(ctx context.Context, d *drilling) error {
	const payers, paid = 12, 5000
	conn, err := pgx.Connect(ctx, d.admin("primary", "sahn"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	everybody, _, err := d.people(ctx, conn, payers, 0)
	if err != nil {
		return err
	}
	if err := d.behave(ctx, `{"feedback": "never"}`); err != nil {
		return err
	}
	var profiles []string
	pays := make(chan error)
	for _, who := range everybody {
		go func() { pays <- d.topUp(ctx, who, paid) }()
		profiles = append(profiles, who.Profile)
	}
	for range everybody {
		err = errors.Join(err, <-pays)
	}
	if err != nil {
		return err
	}
	if err := d.away(ctx, "sandbox"); err != nil {
		return err
	}
	var open, tries, done int
	look := func() bool {
		err = conn.QueryRow(ctx, `SELECT count(*) FILTER (WHERE a.status = 'open'), coalesce(sum(j.attempt), 0),
				(SELECT count(*) FROM topups p JOIN transactions t ON t.kind = 'topup' AND t.cause_id = p.id
					WHERE p.profile_id = ANY ($1) AND p.amount = $2)
			FROM attempts a LEFT JOIN river_job j ON j.kind = 'payment_check' AND j.args ->> 'attempt' = a.id
			WHERE a.profile_id = ANY ($1)`, profiles, paid).Scan(&open, &tries, &done)
		return err != nil || open == 0
	}
	if look(); err != nil {
		return err
	}
	d.show("%d of %d people had paid and nobody knew; their payments had been asked about %d times", open, payers, tries)
	if open == 0 {
		return errors.New("no payment was open")
	}
	back := time.Now()
	if err := d.back(ctx, "sandbox"); err != nil {
		return err
	}
	if wait := within(15*time.Minute, look); wait != nil || err != nil {
		return fmt.Errorf("%d payments are still open: %w", open, errors.Join(wait, err))
	}
	d.show("all are known %.0f s after the provider was back; %d wallets have the money, once", time.Since(back).Seconds(), done)
	if done != payers {
		return errors.New("not everybody has their money once")
	}
	return nil
}
