package payment_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/payment/aps"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

func TestTheReturnShowsTheWayAndNeverConfirms(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"GET", "POST"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s := x.sells()
			x.bank.Pay(s.ref, s.amount)
			r := servertest.FormRequest(method, x.bank.Fields(s.ref, s.amount, nil))
			for range 3 {
				require.Equal(t, web.RawReply{Status: 303, Location: "/payment/" + s.ref}, x.returns(r))
			}
			require.Equal(t, pending, x.state(s))
			require.Equal(t, 2, x.jobs("payment_check"), "the provider is asked at once, beside the check that comes by itself")
			require.Zero(t, x.bank.Asked("CHECK_STATUS"), "but not while the browser waits")
		})
	}
}

func TestAForgedReturnShowsThePageAndAsksNobody(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	before := x.rows()
	f := x.bank.Fields(s.ref, s.amount, nil)
	f["signature"] = "00"
	require.Equal(t, "/payment/"+s.ref, x.returns(servertest.FormRequest("POST", f)).Location)
	delete(f, "signature")
	f["status"], f["response_code"] = "00", "00072"
	require.Equal(t, "/payment/"+s.ref, x.returns(servertest.FormRequest("GET", f)).Location)
	require.Equal(t, before, x.rows())
	require.Equal(t, 1, x.jobs("payment_check"))
}

func TestAReturnThatNobodyKnowsLeadsHome(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	home := web.RawReply{Status: 303, Location: "/dashboard/home"}
	x.bank.Pay("01M7ZZZZZZZZZZZZZZZZZZZZZZ", 100)
	require.Equal(t, home, x.returns(servertest.FormRequest("POST", x.bank.Fields("01M7ZZZZZZZZZZZZZZZZZZZZZZ", 100, nil))))
	for _, raw := range []web.RawRequest{{Method: "GET"}, {Method: "POST"},
		{Method: "GET", Query: "merchant_reference=//evil.example&status=14&response_code=14000&command=PURCHASE"},
		{Method: "POST", ContentType: "text/plain", Body: []byte("x")}} {
		require.Equal(t, home, x.returns(raw), raw)
	}
}

func TestAReturnIsShownThePageAlsoWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	gone := servertest.Another(t, x.pool)
	gone.Close()
	_, p := x.server(gone)
	reply, err := p.HandleReturn(t.Context(), web.Caller{}, servertest.FormRequest("GET", x.bank.Fields(s.ref, s.amount, nil)))
	require.NoError(t, err)
	require.Equal(t, web.RawReply{Status: 303, Location: "/payment/" + s.ref}, reply)
}

func TestAnEmailThatTheProviderDoesNotTakeKeepsNobodyFromPaying(t *testing.T) {
	t.Parallel()
	settings := aps.Settings{MerchantIdentifier: "TestMerchant", AccessCode: "TestAccess", RequestPhrase: "phrase-for-requests",
		ResponsePhrase: "phrase-for-responses", SHAType: "SHA-256", PageURL: "http://127.0.0.1/page"}
	p := &payment.Payments{Provider: aps.Client{Settings: settings}, Public: &url.URL{Scheme: "https", Host: "lunch.example"}}
	for email, sent := range map[string]string{
		"mariam@harbour.example": "mariam@harbour.example",
		"o'neil@harbour.example": "01HZZZZZZZZZZZZZZZZZZZZZZZ@lunch.example",
		"مريم@harbour.example":   "01HZZZZZZZZZZZZZZZZZZZZZZZ@lunch.example",
	} {
		form, err := p.Form(db.Attempt{Reference: "01HZZZZZZZZZZZZZZZZZZZZZZZ", Amount: 100, Email: email})
		require.NoError(t, err)
		require.Equal(t, sent, form.Fields["customer_email"])
	}
}

// A flood of messages that anybody can write is refused from its own address; a notification of the provider is taken, also from there.
func TestAFloodOfForgedMessagesLosesNoNotification(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	client, mini := servertest.Redis(t)
	mini.SetTime(servertest.Now)
	x.payments.Limiter = web.NewLimiter(client)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	signed := servertest.FormRequest("POST", x.bank.Fields(s.ref, s.amount, nil))
	fields := x.bank.Fields(s.ref, s.amount, nil)
	fields["signature"] = "00"
	forged := servertest.FormRequest("POST", fields)
	flooder, other := web.Caller{IP: "203.0.113.9"}, web.Caller{IP: "198.51.100.1"}
	refused := 0
	for i := range 100 {
		ask := x.payments.HandleNotify
		if i%2 == 0 {
			ask = x.payments.HandleReturn
		}
		if _, err := ask(t.Context(), flooder, forged); err != nil {
			require.ErrorIs(t, err, web.ErrTooMany)
			refused++
		}
	}
	require.Equal(t, 40, refused, "both routes are counted together")
	reply, err := x.payments.HandleReturn(t.Context(), other, forged)
	require.NoError(t, err, "another address is not counted with them")
	require.Equal(t, "/payment/"+s.ref, reply.Location)
	for range 400 {
		reply, err := x.payments.HandleReturn(t.Context(), flooder, signed)
		require.NoError(t, err)
		require.Equal(t, "/payment/"+s.ref, reply.Location, "a person comes back from paying, from the same office")
	}
	reply, err = x.payments.HandleNotify(t.Context(), flooder, signed)
	require.NoError(t, err)
	require.Equal(t, 200, reply.Status)
	require.Equal(t, "Confirmed", x.state(s).Order)
}
