package aps

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// provider answers every question with the asked fields plus answer, signed; "" in answer removes a field.
func provider(t *testing.T, answer map[string]string) Client {
	t.Helper()
	s := account1()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		fields, err := ParseFields(r.Header.Get("Content-Type"), raw)
		if err != nil || !Verify(fields, s.SHAType, s.RequestPhrase) {
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		phrase := s.ResponsePhrase
		for key, value := range answer {
			if key == "phrase" {
				phrase = value
			} else if fields[key] = value; value == "" {
				delete(fields, key)
			}
		}
		_ = json.NewEncoder(w).Encode(signed(fields, phrase, s.SHAType))
	}))
	t.Cleanup(server.Close)
	s.APIURL = server.URL
	return Client{Settings: s, HTTP: server.Client()}
}

func TestCheckStatusReadsTheTransactionNotTheQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer map[string]string
		want   Outcome
	}{
		{map[string]string{"transaction_status": "14", "transaction_code": "14000", "captured_amount": "3530"}, Paid},
		{map[string]string{"transaction_status": "13", "transaction_code": "13666"}, Failed},
		{map[string]string{"transaction_status": "00", "transaction_code": "00072"}, Cancelled},
		{map[string]string{"transaction_status": "15", "transaction_code": "15777"}, Uncertain},
		{map[string]string{"transaction_status": "01", "transaction_code": "01000"}, Uncertain},
		{map[string]string{"transaction_status": "06", "transaction_code": "06000", "captured_amount": "3530", "refunded_amount": "3530"},
			Refunded},
		{map[string]string{"transaction_status": "06", "transaction_code": "06000"}, Uncertain},
		{map[string]string{}, Uncertain},
		{map[string]string{"status": "11", "response_code": "11036"}, NotKnown},
		{map[string]string{"status": "00", "response_code": "00036"}, NotKnown},
	} {
		answer := map[string]string{"status": "12", "response_code": "12000", "response_message": "Success", "fort_id": "149295435400084008"}
		for key, value := range c.answer {
			answer[key] = value
		}
		status, err := provider(t, answer).CheckStatus(t.Context(), "R1")
		require.NoError(t, err)
		require.Equal(t, c.want, status.Outcome, "%v", c.answer)
		if c.want == Paid {
			require.EqualValues(t, 3530, status.Captured)
			require.Equal(t, "149295435400084008", status.FortID)
		}
	}
}

func TestAnAnswerThatIsNotProvedIsNoAnswer(t *testing.T) {
	t.Parallel()
	paid := func(extra ...string) map[string]string {
		answer := map[string]string{"status": "12", "response_code": "12000", "response_message": "Success",
			"transaction_status": "14", "transaction_code": "14000", "captured_amount": "3530"}
		for i := 0; i+1 < len(extra); i += 2 {
			answer[extra[i]] = extra[i+1]
		}
		return answer
	}
	_, err := provider(t, paid()).CheckStatus(t.Context(), "R1")
	require.NoError(t, err)
	for _, extra := range [][]string{{"phrase", account1().RequestPhrase}, {"merchant_reference", "R2"},
		{"access_code", "other"}, {"captured_amount", "35.30"}, {"query_command", "OTHER"}, {"merchant_identifier", ""}} {
		_, err := provider(t, paid(extra...)).CheckStatus(t.Context(), "R1")
		require.ErrorIs(t, err, ErrNoAnswer, "%v", extra)
	}
	_, err = provider(t, paid("status", "00", "response_code", "00010")).CheckStatus(t.Context(), "R1")
	var refusal *Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, "00010", refusal.Code)
}

func TestSilenceRedirectsAndOutagesAreNoAnswer(t *testing.T) {
	t.Parallel()
	followed := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed = true }))
	t.Cleanup(other.Close)
	addresses := map[string]string{"no address": "http://provider.invalid/",
		"no certificate": strings.Replace(other.URL, "http://", "https://", 1)}
	for name, handler := range map[string]http.HandlerFunc{
		"outage": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		},
		"html":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"endless": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1<<20)) },
		"silence": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		},
		"half an answer": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, `{"status":"12",`)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"hanging up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		addresses[name] = server.URL
	}
	for name, address := range addresses {
		s := account1()
		s.APIURL = address
		// Whoever asks gives up in the end: some of these providers never answer.
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		_, err := Client{Settings: s}.CheckStatus(ctx, "R1")
		cancel()
		require.ErrorIs(t, err, ErrNoAnswer, name)
		require.NotContains(t, err.Error(), "phrase")
	}
	require.False(t, followed)
}

func TestARefundIsDoneOnlyWhenItsOwnAnswerSaysSo(t *testing.T) {
	t.Parallel()
	refund := func(answer map[string]string) (RefundAnswer, error) {
		return provider(t, answer).Refund(t.Context(), "R1", "149295435400084008", 1000, "refund-1")
	}
	done, err := refund(map[string]string{"status": "06", "response_code": "06000", "response_message": "Success"})
	require.NoError(t, err)
	require.Equal(t, Refunded, done.Outcome)
	no, err := refund(map[string]string{"status": "07", "response_code": "07666"})
	require.NoError(t, err)
	require.Equal(t, RefundFailed, no.Outcome)
	no, err = refund(map[string]string{"status": "00", "response_code": "00048"})
	require.NoError(t, err)
	require.Equal(t, Invalid, no.Outcome)
	for key, value := range map[string]string{"amount": "999", "maintenance_reference": "refund-2", "command": "PURCHASE"} {
		_, err = refund(map[string]string{"status": "06", "response_code": "06000", key: value})
		require.ErrorIs(t, err, ErrNoAnswer, key)
	}
	_, err = provider(t, nil).Refund(t.Context(), "R1", "", 0, "refund-1")
	require.Error(t, err)
	_, err = provider(t, nil).Refund(t.Context(), "R1", "", 1, "")
	require.Error(t, err)
}
