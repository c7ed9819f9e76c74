package webhook

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
)

// Letter is the job that tells an admin that a webhook was switched off because nothing arrives there.
type Letter struct {
	Admin   string `json:"admin"`
	Company string `json:"company"`
	Webhook string `json:"webhook"`
	Day     string `json:"day"`
}

// Kind names the job.
func (Letter) Kind() string { return "mail_webhook" }

// tell plans a letter to each admin of a company about webhooks that were switched off.
func (w *Webhooks) tell(ctx context.Context, tx db.Tx, company string, webhooks []string) error {
	if len(webhooks) == 0 {
		return nil
	}
	admins, err := tx.CompanyAdmins(ctx, company)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	var letters []Letter
	for _, hook := range webhooks {
		for _, admin := range admins {
			letters = append(letters, Letter{admin, company, hook, w.Clock().Format("20060102")})
		}
	}
	return job.InsertManyTx(ctx, w.Queue, tx, letters, &river.InsertOpts{MaxAttempts: mail.Retries})
}

type teller struct {
	river.WorkerDefaults[Letter]
	hooks *Webhooks
}

// Work sends the letter, unless the webhook is on again or the person is no longer an admin.
func (t *teller) Work(ctx context.Context, j *river.Job[Letter]) error {
	q, a := db.New(t.hooks.Conn), j.Args
	to, err := q.ProfileOne(ctx, a.Admin)
	if db.None(err) || err == nil && (to.Status != "Active" || to.ClientType != "Admin" || db.Or(to.CompanyID, "") != a.Company) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read whom to tell: %w", err)
	}
	hook, err := q.WebhookLook(ctx, a.Webhook, a.Company)
	if err != nil {
		return db.NoneIs(err, nil)
	}
	m, err := t.hooks.Post.Sender.Webhook(fmt.Sprintf("webhook-%s-%s-%s", a.Webhook, a.Day, a.Admin),
		mail.To{Address: to.Email, Language: to.Language},
		mail.Webhook{Name: to.Name, Company: hook.Company, URL: hook.Url, Gone: db.Or(hook.DisabledFor, "") == "gone"})
	if err != nil {
		return err
	}
	return t.hooks.Post.Send(ctx, mail.Letter{Kind: mail.WebhookKind, Person: to.PersonID, Message: m})
}
