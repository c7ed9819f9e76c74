package invoice_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/einvoice"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// accredited is a provider that keeps what it is sent, under its idempotency key, and answers as the test says.
type accredited struct {
	documents map[string]string
	sent      int
	asked     []string
	answer    func(w http.ResponseWriter) bool // before anything is kept; whether it answered
	state     string
}

func (a *accredited) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer token-of-the-provider" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if a.answer != nil && a.answer(w) {
		return
	}
	reply := einvoice.Answer{ID: "AP-" + r.Header.Get("Idempotency-Key"), State: einvoice.Accepted}
	if r.Method == http.MethodGet {
		reply.ID, reply.State = r.PathValue("id"), a.state
		a.asked = append(a.asked, reply.ID)
	} else {
		a.sent++
		body, _ := io.ReadAll(r.Body)
		a.documents[r.Header.Get("Idempotency-Key")] = string(body)
	}
	_ = json.NewEncoder(w).Encode(reply)
}

// transmits lets the office send what is issued from a day on.
func (x *office) transmits(from clock.Date) *accredited {
	x.Helper()
	a := &accredited{documents: map[string]string{}, state: einvoice.Accepted}
	mux := http.NewServeMux()
	mux.Handle("POST /v1/documents", a)
	mux.Handle("GET /v1/documents/{id}", a)
	server := httptest.NewServer(mux)
	x.Cleanup(server.Close)
	to, err := url.Parse(server.URL + "/v1")
	require.NoError(x, err)
	x.invoices.Transmitter = &invoice.Transmitter{From: from,
		Provider: einvoice.Provider{URL: to, Token: "token-of-the-provider", HTTP: server.Client()}}
	return a
}

// sends is an office that issued one invoice, by its id, and sends what is issued from today on.
func sends(t *testing.T) (x *office, id string, a *accredited) {
	t.Helper()
	x = openOffice(t)
	x.registers()
	x.eats(x.company, mon)
	require.Equal(t, 1, x.issues())
	return x, x.newest(x.admin(x.company)).ID, x.transmits(clock.DateOf(x.clock.Now()))
}

// later moves the clock and runs the job.
func (x *office) later(by time.Duration) {
	x.Helper()
	x.clock.Move(by)
	require.NoError(x, x.invoices.Transmits(x.Context()))
}

// stands is what became of an invoice and its credit notes as e-invoices.
func (x *office) stands(id string) (states []string, last string) {
	x.Helper()
	seen, err := x.invoices.HandleLook(x.Context(), x.operator(), invoice.OneRequest{ID: id})
	require.NoError(x, err)
	for _, t := range seen.Data.Transmissions {
		states, last = append(states, t.State), t.Message
	}
	return states, last
}

func TestAnInvoiceAndItsCreditNoteGoToTheProviderOnceAndTheirStateComesBack(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.registers()
	first := x.eats(x.company, mon, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	id := x.newest(who).ID
	x.later(0)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM einvoice_transmissions"), "without a provider nothing is sent")

	a := x.transmits(clock.DateOf(x.clock.Now()))
	x.later(0)
	xml, err := x.xml(who, id)
	require.NoError(t, err)
	require.Len(t, a.documents, 1)
	for uuid, document := range a.documents {
		require.Equal(t, xml, document)
		require.Contains(t, document, ">"+uuid+"<")
	}
	states, _ := x.stands(id)
	require.Equal(t, []string{"accepted"}, states)
	x.later(time.Minute)
	require.Empty(t, a.asked, "it is asked about after an hour")
	a.state = einvoice.Delivered
	x.later(time.Hour)
	require.Len(t, a.asked, 1)
	states, _ = x.stands(id)
	require.Equal(t, []string{"delivered"}, states)

	x.cancels(first, mon)
	x.runs(1)
	x.later(0)
	states, _ = x.stands(id)
	require.Equal(t, []string{"delivered", "accepted"}, states)
	x.later(24 * time.Hour)
	require.Equal(t, 2, a.sent)
	_, err = x.invoices.HandleSendAgain(t.Context(), x.operator(), invoice.OneRequest{ID: id})
	require.ErrorIs(t, err, invoice.ErrNotStuck)
}

func TestTheDemosProviderIsAskedSoonerThanAnotherOne(t *testing.T) {
	t.Parallel()
	x, id, a := sends(t)
	x.invoices.Transmitter.Every = time.Minute
	x.later(0)
	a.state = einvoice.Delivered
	x.later(time.Minute)
	states, _ := x.stands(id)
	require.Equal(t, []string{"delivered"}, states)
}

func TestDocumentsOfBeforeTheAgreedDayAreNotSent(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.registers()
	x.eats(x.company, mon)
	require.Equal(t, 1, x.issues())
	a := x.transmits(clock.DateOf(x.clock.Now()) + 1)
	x.later(0)
	require.Empty(t, a.documents)
}

func TestAnAnswerThatIsLostOnTheWaySendsTheSameDocumentAgainAndNotTwoOfThem(t *testing.T) {
	t.Parallel()
	x, id, a := sends(t)
	lose := 2
	a.answer = func(w http.ResponseWriter) bool {
		if lose--; lose >= 0 {
			panic(http.ErrAbortHandler)
		}
		return false
	}
	x.later(0)
	states, message := x.stands(id)
	require.Equal(t, []string{"waiting"}, states)
	require.Equal(t, "The provider could not be reached.", message)
	x.later(4 * time.Minute)
	require.Equal(t, 1, lose, "not before five minutes are over")
	x.later(time.Minute)
	x.later(9 * time.Minute)
	require.Empty(t, a.documents, "the second wait is twice as long")
	x.later(time.Minute)
	require.Len(t, a.documents, 1)
	states, _ = x.stands(id)
	require.Equal(t, []string{"accepted"}, states)

	// A server that dies in the middle of a run leaves the document claimed; another one sends it under the same key.
	servertest.Do(t, x.pool, "UPDATE einvoice_transmissions SET state = 'waiting', next_at = $1", x.clock.Now())
	claimed, err := db.New(x.pool).EInvoicesClaim(t.Context(), x.clock.Now().Add(15*time.Minute), x.clock.Now(), 40)
	require.NoError(t, err)
	require.Len(t, claimed, 1)
	x.later(14 * time.Minute)
	require.Equal(t, 1, a.sent)
	x.later(time.Minute)
	require.Equal(t, 2, a.sent)
	require.Len(t, a.documents, 1)
}

func TestAProviderThatAsksForLaterIsAskedLaterAndOneThatIsGoneForDaysIsToldToOperators(t *testing.T) {
	t.Parallel()
	x, id, a := sends(t)
	asked := 0
	a.answer = func(w http.ResponseWriter) bool {
		asked++
		w.Header().Set("Retry-After", "7200")
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	x.later(0)
	x.later(2*time.Hour - time.Minute)
	require.Equal(t, 1, asked)
	x.later(time.Minute)
	require.Equal(t, 2, asked)
	for range 20 {
		x.later(12 * time.Hour)
	}
	require.Equal(t, 12, asked)
	states, message := x.stands(id)
	require.Equal(t, []string{"stopped"}, states)
	require.Equal(t, "The provider answered 503 Service Unavailable.", message)
	require.Equal(t, 1, x.stuck())

	a.answer = nil
	_, err := x.invoices.HandleSendAgain(t.Context(), x.operator(), invoice.OneRequest{ID: id})
	require.NoError(t, err)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*)::int FROM acts WHERE kind = 'invoice.send_again'"))
	x.later(0)
	states, _ = x.stands(id)
	require.Equal(t, []string{"accepted"}, states)
	require.Zero(t, x.stuck())
}

func TestARejectedEInvoiceSaysWhyAndIsNotSentAgainByItself(t *testing.T) {
	t.Parallel()
	x, id, a := sends(t)
	refused := 0
	a.answer = func(w http.ResponseWriter) bool {
		refused++
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"message": "The buyer is not registered with the network."}`)
		return true
	}
	x.later(0)
	x.later(48 * time.Hour)
	states, message := x.stands(id)
	require.Equal(t, []string{"rejected"}, states)
	require.Equal(t, "The buyer is not registered with the network.", message)
	require.Equal(t, []int{1, 1}, []int{refused, x.stuck()})
}

// The provider's gateway answered in another encoding, and the document was sent again each quarter of an hour for ever.
func TestARefusalThatIsNotInUTF8IsKeptAsARefusal(t *testing.T) {
	t.Parallel()
	x, id, a := sends(t)
	refused := 0
	a.answer = func(w http.ResponseWriter) bool {
		refused++
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, "Acheteur refus\xe9\x00")
		return true
	}
	x.later(0)
	x.later(time.Hour)
	states, message := x.stands(id)
	require.Equal(t, []string{"rejected"}, states)
	require.Equal(t, "Acheteur refus\uFFFD", message)
	require.Equal(t, 1, refused)
}

func TestAnEInvoiceWaitsForWhatItMustSayAndGoesOutWhenThatIsFilledIn(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.registers()
	servertest.Do(t, x.pool, "UPDATE companies SET registration = '{}' WHERE id = $1", x.company.ID)
	x.eats(x.company, mon)
	require.Equal(t, 1, x.issues())
	id := x.newest(x.admin(x.company)).ID
	a := x.transmits(clock.DateOf(x.clock.Now()))
	x.later(0)
	states, message := x.stands(id)
	require.Equal(t, []string{"incomplete"}, states)
	require.Equal(t, fault.As(einvoice.ErrBuyer).Message, message)
	require.Equal(t, 1, x.stuck())
	servertest.Do(t, x.pool, `UPDATE companies SET registration = '{"emirate": "AUH"}' WHERE id = $1`, x.company.ID)
	x.later(6 * time.Hour)
	require.Len(t, a.documents, 1)
	states, _ = x.stands(id)
	require.Equal(t, []string{"accepted"}, states)
}

func TestSomethingThatIsNoProviderIsNotTakenForOne(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"<html>Welcome</html>", `{"id": "", "state": "accepted"}`, `{"id": "1", "state": "fine"}`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, page) }))
		t.Cleanup(server.Close)
		to, err := url.Parse(server.URL)
		require.NoError(t, err)
		p := einvoice.Provider{URL: to, Token: "t", HTTP: server.Client()}
		_, err = p.Send(t.Context(), "u", []byte("<Invoice/>"))
		require.ErrorIs(t, err, einvoice.ErrElsewhere)
	}
}

// stuck is how many e-invoices the kitchen's home tells support of.
func (x *office) stuck() int {
	x.Helper()
	now := x.clock.Now()
	row, err := db.New(x.pool).SupportOverview(x.Context(), now, 1, clock.DateOf(now), now)
	require.NoError(x, err)
	return row.EinvoicesStuck
}
