package signon_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/signon"
)

func TestADomainWhoseRecordIsGoneForAWeekBringsInNobodyAnyMore(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	ctx, record := t.Context(), "_sahn."+domain+"."
	shown := p.dns[record]
	looks := func(after time.Duration) signon.Domain {
		t.Helper()
		p.clock.Move(after)
		require.NoError(t, p.signOns.LookAgain(ctx))
		got, err := p.signOns.HandleSetting(ctx, p.admin, signon.Nothing{})
		require.NoError(t, err)
		return got.Data.Domains[0]
	}
	letters := func() int { return p.count("river_job WHERE kind = 'mail_domain'") }
	day := 25 * time.Hour
	p.dns[record] = nil
	for range 10 {
		require.Nil(t, looks(day).Until)
	}
	require.True(t, looks(day).Verified, "a name server that does not answer says nothing")

	delete(p.dns, record)
	gone := looks(day)
	require.True(t, gone.Verified)
	require.Equal(t, p.clock.Now().Add(7*24*time.Hour), gone.Until.UTC())
	admins := letters()
	require.Positive(t, admins)
	p.in(p.comes(p.is("early", "early@"+domain, map[string]any{"email_verified": true})))
	p.dns[record] = shown
	require.NotNil(t, looks(time.Hour).Until, "once a day")
	require.Nil(t, looks(day).Until, "it is back")
	require.Empty(t, p.domainMails(), "of what is as it should be again no letter is sent")

	p.dns[record] = []string{"v=spf1 -all"}
	for range 6 {
		require.True(t, looks(day).Verified)
	}
	mails := p.domainMails()
	require.Len(t, mails, admins, "once")
	require.Equal(t, "The DNS record of harbourline.example is gone", mails[0].Subject)
	require.Contains(t, mails[0].Text, shown[1])
	begun := p.starts(browser())
	for range 2 {
		looks(day)
	}
	require.False(t, looks(0).Verified)
	require.Equal(t, 1, p.count("acts WHERE kind = 'company.sign_on_domain' AND note = 'record' AND company_id = $1", sample.Harbour.ID))
	mails = p.domainMails()
	require.Len(t, mails, 2*admins)
	require.True(t, slices.ContainsFunc(mails, func(m local.Mail) bool {
		return m.Subject == "harbourline.example no longer counts as a domain of Harbour Line Logistics"
	}), mails[0].Subject)
	require.NotEmpty(t, begun.Data.Location)
	_, err := p.signOns.HandleStart(ctx, browser(), signon.StartRequest{Email: "late@" + domain})
	require.ErrorIs(t, err, signon.ErrNone)

	p.dns[record] = shown
	_, err = p.signOns.HandleDomain(ctx, p.admin, signon.DomainRequest{Domain: domain})
	require.NoError(t, err)
	p.in(p.comes(p.is("late", "late@"+domain, map[string]any{"email_verified": true})))
}

// domainMails are the letters about domains.
func (p *place) domainMails() []local.Mail {
	p.t.Helper()
	return slices.DeleteFunc(p.mails(), func(m local.Mail) bool { return m.Code != "" })
}
