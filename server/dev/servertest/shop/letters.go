package shop

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
)

var quiet = slog.New(slog.DiscardHandler)

// Mailbox is where the kitchen's letters arrive.
func (k *Kitchen) Mailbox() *local.Mailbox {
	k.Helper()
	box, err := local.StartMailbox(local.Options{Dir: k.TempDir()})
	require.NoError(k, err)
	k.Cleanup(func() { require.NoError(k, box.Stop()) })
	sender, err := mail.New(box.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(k, err)
	sender.Public = &url.URL{Scheme: "https", Host: "lunch.example"}
	k.Orders.Post = &mail.Post{DB: k.Pool, Sender: sender, Clock: k.Clock.Now, Log: quiet}
	return box
}

const waiting = "SELECT count(*) FROM river_job WHERE kind IN ('mail_confirmed', 'mail_receipt', 'mail_changed', 'mail_withdrawn', " +
	"'mail_closed', 'mail_hours', 'order_withdrawn', 'mail_reminder', 'order_remind') AND finalized_at IS NULL"

// Works runs a server's jobs until no letter waits, and answers with all mails, newest first.
func (k *Kitchen) Works(box *local.Mailbox) []local.Mail {
	k.Helper()
	workers := river.NewWorkers()
	k.Orders.Work(workers)
	ChangesOf(k.Orders).Work(workers)
	WithdrawalsOf(k.Orders).Work(workers)
	k.Payments.Work(workers)
	runner, err := job.Start(k.Context(), k.Pool, workers, nil, quiet)
	require.NoError(k, err)
	// The queue tells nobody when it is empty; the bound only ends a test that hangs.
	require.Eventually(k, func() bool { return servertest.One[int](k, k.Pool, waiting) == 0 }, time.Minute, 20*time.Millisecond)
	require.NoError(k, runner.Stop(context.WithoutCancel(k.Context())))
	require.Zero(k, servertest.One[int](k, k.Pool, "SELECT count(*) FROM river_job WHERE state IN ('cancelled', 'discarded')"),
		"every letter was written and sent")
	mails, err := box.Mails(100)
	require.NoError(k, err)
	return mails
}

// Letter is the only one with such a subject.
func (k *Kitchen) Letter(mails []local.Mail, subject string) local.Mail {
	k.Helper()
	found := slices.DeleteFunc(slices.Clone(mails), func(m local.Mail) bool { return !strings.Contains(m.Subject, subject) })
	require.Len(k, found, 1, "%v", Subjects(mails))
	return found[0]
}

// Subjects are those of mails, sorted.
func Subjects(mails []local.Mail) (all []string) {
	for _, m := range mails {
		all = append(all, m.Subject)
	}
	slices.Sort(all)
	return all
}
