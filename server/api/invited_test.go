package api_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/platform/db"
)

// letter waits for the letter to an address in whose subject something stands.
func (h *testApp) letter(to, subject string) (found local.Mail) {
	h.t.Helper()
	// The server sends letters after it has answered; the bound only ends a test that hangs.
	require.Eventually(h.t, func() bool {
		mails, err := h.mailbox.Mails(100)
		require.NoError(h.t, err)
		i := slices.IndexFunc(mails, func(m local.Mail) bool { return slices.Contains(m.To, to) && strings.Contains(m.Subject, subject) })
		if i >= 0 {
			found = mails[i]
		}
		return i >= 0
	}, time.Minute, 20*time.Millisecond, "no letter %q came to %s", subject, to)
	return found
}

// A member whom an admin invites gets an e-mail, chooses a password, and then orders at the company's prices.
func TestAnInvitedMemberSetsAPasswordSignsInAndOrders(t *testing.T) {
	t.Parallel()
	h := open(t)
	const email, password = "noor@elsewhere.example", "rice with a spoon"
	require.NoError(t, db.InTx(t.Context(), h.pool, func(ctx context.Context, tx db.Tx) error {
		_, err := h.parts.People.Invite(ctx, tx, sample.Harbour.ID, " Noor@Elsewhere.example", "Noor Rahman")
		return err
	}))
	invitation := h.letter(email, sample.Harbour.Name+" invites you to lunch")
	require.Contains(t, invitation.Text, h.url+"/password-reset?invited")

	b := h.browser()
	b.visit()
	b.ok("POST", "/api/client/forgot-password/send-otp", fields{"email": email})
	code := h.letter(email, "Your code for a new password").Code
	b.ok("POST", "/api/client/forgot-password/reset", fields{"email": email, "otp": code, "password": password})
	h.letter(email, "You have a password now")
	profile := b.signIn(email, password).data()
	require.Equal(t, []any{"Noor Rahman", "Employee", sample.Harbour.ID, "Active", 25.},
		[]any{profile["name"], profile["client_type"], profile["company_id"], profile["status"], profile["discount_amount"]})
	require.NotEmpty(t, profile["address_id"], "lunch comes to the company's first place until they choose")
	h.orderAndPay(b)
}
