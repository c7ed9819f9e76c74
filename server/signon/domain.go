package signon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
)

const (
	lookEvery  = 24 * time.Hour
	maxDomains = 100 // domains of one run
	lookFor    = 5 * time.Second
	forgivenIn = 7 * 24 * time.Hour // a record that is gone for so long is not coming back
)

// Look is the job that looks again for the records of verified domains.
type Look struct{}

// Kind names the job.
func (Look) Kind() string { return "sign_on_domains" }

// Letter is the job that tells an admin that the record of a domain is gone, or that the domain does not count any more.
type Letter struct {
	Admin   string `json:"admin"`
	Company string `json:"company"`
	Domain  string `json:"domain"`
	Day     string `json:"day"`
	Lost    bool   `json:"lost"`
}

// Kind names the job.
func (Letter) Kind() string { return "mail_domain" }

// LookAgain looks for the records of domains that were not looked for since a day. A name server that does not answer says nothing of a
// record.
func (s *SignOns) LookAgain(ctx context.Context) error {
	now := s.now()
	due, err := db.New(s.db).SignOnDomainsDue(ctx, now, now.Add(-lookEvery), maxDomains)
	if err != nil {
		return fmt.Errorf("read domains: %w", err)
	}
	var failed error
	for _, d := range due {
		if err := s.lookAt(ctx, d.CompanyID, d.Domain, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("domain %s: %w", d.Domain, err))
		}
	}
	return failed
}

func (s *SignOns) lookAt(ctx context.Context, company, domain string, now time.Time) error {
	asking, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	records, err := s.resolver.LookupTXT(asking, recordOf(domain)+".")
	if said, is := errors.AsType[*net.DNSError](err); err != nil && !(is && said.IsNotFound) {
		return nil
	}
	if s.shows(records, company, domain) {
		return db.New(s.db).SignOnDomainSeen(ctx, domain, company)
	}
	return db.InTx(ctx, s.db, func(ctx context.Context, tx db.Tx) error {
		missed, err := tx.SignOnDomainMissing(ctx, now, domain, company)
		if err != nil {
			return err
		}
		lost, err := tx.SignOnDomainLost(ctx, domain, company, now.Add(-forgivenIn))
		if err != nil || missed+lost == 0 {
			return err
		}
		if lost > 0 {
			if err := audit.Write(ctx, tx.Queries, audit.Act{At: now, Company: company, Kind: "company.sign_on_domain", Subject: company,
				Before: map[string]string{"domain": domain}, Note: "record"}); err != nil {
				return err
			}
		}
		return s.tell(ctx, tx, Letter{Company: company, Domain: domain, Day: now.Format("20060102"), Lost: lost > 0})
	})
}

// tell plans a letter to each admin of a company.
func (s *SignOns) tell(ctx context.Context, tx db.Tx, l Letter) error {
	admins, err := tx.CompanyAdmins(ctx, l.Company)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	letters := make([]Letter, len(admins))
	for i, admin := range admins {
		letters[i] = l
		letters[i].Admin = admin
	}
	return job.InsertManyTx(ctx, s.queue, tx, letters, &river.InsertOpts{MaxAttempts: mail.Retries})
}

type looker struct {
	river.WorkerDefaults[Look]
	signOns *SignOns
}

func (l *looker) Work(ctx context.Context, _ *river.Job[Look]) error { return l.signOns.LookAgain(ctx) }

// Timeout suffices for name servers of which none answers.
func (l *looker) Timeout(*river.Job[Look]) time.Duration { return maxDomains*lookFor + time.Minute }

type teller struct {
	river.WorkerDefaults[Letter]
	signOns *SignOns
}

// Work sends the letter, unless the domain is as it should be again or the person is no longer an admin.
func (t *teller) Work(ctx context.Context, j *river.Job[Letter]) error {
	q, a := db.New(t.signOns.db), j.Args
	to, err := q.ProfileOne(ctx, a.Admin)
	if db.None(err) || err == nil && (to.Status != "Active" || to.ClientType != "Admin" || db.Or(to.CompanyID, "") != a.Company) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read whom to tell: %w", err)
	}
	is, err := q.SignOnDomainLook(ctx, a.Domain, a.Company)
	if err != nil || is.Verified == a.Lost || !a.Lost && is.MissingAt == nil {
		return db.NoneIs(err, nil)
	}
	said := mail.Domain{Name: to.Name, Company: is.Company, Host: a.Domain, Record: recordOf(a.Domain),
		Value: t.signOns.values(a.Company, a.Domain)[0], Lost: a.Lost}
	if is.MissingAt != nil {
		said.Until = clock.DateOf(is.MissingAt.Add(forgivenIn))
	}
	m, err := t.signOns.post.Sender.Domain(fmt.Sprintf("domain-%s-%s-%s-%t", a.Domain, a.Day, a.Admin, a.Lost),
		mail.To{Address: to.Email, Language: to.Language}, said)
	if err != nil {
		return err
	}
	return t.signOns.post.Send(ctx, mail.Letter{Kind: mail.DomainKind, Person: to.PersonID, Message: m})
}

// Work registers this package's jobs with a runner.
func (s *SignOns) Work(workers *river.Workers) {
	river.AddWorker(workers, &looker{signOns: s})
	river.AddWorker(workers, &teller{signOns: s})
}

// Periodic are the jobs that run on a schedule. The demo's domain is in no DNS.
func (s *SignOns) Periodic() []*river.PeriodicJob {
	if s.providers.loopback {
		return nil
	}
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return Look{}, &river.InsertOpts{Queue: job.Outside} }, nil)}
}
