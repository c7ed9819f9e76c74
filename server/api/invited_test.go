package api_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/platform/db"
)

// letter waits for the letter with a subject to an address.
func (h *testApp) letter(to, subject string) (found local.Mail) {
	h.t.Helper()
	// The server sends letters after it has answered; the bound only ends a test that hangs.
	require.Eventually(h.t, func() bool {
		mails, err := h.mailbox.Mails(100)
		require.NoError(h.t, err)
		i := slices.IndexFunc(mails, func(m local.Mail) bool { return slices.Contains(m.To, to) && m.Subject == subject })
		if i >= 0 {
			found = mails[i]
		}
		return i >= 0
	}, time.Minute, 20*time.Millisecond, "no letter %q came to %s", subject, to)
	return found
}

// A member whom an admin invites gets an e-mail, cannot sign in before choosing a password, and then orders at the company's prices.
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
	login := func() (int, answer) {
		return b.call("POST", "/api/profile-login", fields{"email": email, "password": password})
	}
	_, found := b.call("PUT", "/api/search-by-email", fields{"email": email})
	require.Equal(t, answer{"client_exist": true, "client_status": "Invited"}, found)
	status, said := login()
	require.Equal(t, http.StatusUnauthorized, status)
	require.Equal(t, answer{"message": "Bad Credentials"}, said)

	status, _ = b.call("POST", "/api/client/forgot-password/send-otp", fields{"email": email})
	require.Equal(t, http.StatusOK, status)
	code := h.letter(email, "Your code for a new password").Code
	status, said = b.call("POST", "/api/client/forgot-password/reset", fields{"email": email, "otp": code, "password": password})
	require.Equal(t, http.StatusOK, status, said)
	status, _ = b.call("GET", "/api/get-profile", nil)
	require.Equal(t, http.StatusUnauthorized, status, "a reset signs nobody in")
	_, found = b.call("PUT", "/api/search-by-email", fields{"email": email})
	require.Equal(t, answer{"client_exist": true, "client_status": "Active"}, found)
	h.letter(email, "You have a password now")

	status, said = login()
	require.Equal(t, http.StatusCreated, status, said)
	profile := said["data"].(map[string]any)
	require.Equal(t, []any{"Noor Rahman", "Employee", sample.Harbour.ID, "Active", 25.},
		[]any{profile["name"], profile["client_type"], profile["company_id"], profile["status"], profile["discount_amount"]})
	require.NotEmpty(t, profile["address_id"], "lunch comes to the company's first place until they choose")
	intent := orderThreeDays(t, h, b)
	h.pay(b, intent, "4005550000000001")
	require.Equal(t, "Confirmed", h.settled(b, intent)["order_status"])
}
