package aps

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAProvedSuccessIsPaidFromFormQueryAndJSON(t *testing.T) {
	t.Parallel()
	s := account1()
	fields := signed(paidFields(), s.ResponsePhrase, s.SHAType)
	asJSON, err := json.Marshal(fields)
	require.NoError(t, err)
	for contentType, raw := range map[string]string{
		"": formOf(fields),
		"application/x-www-form-urlencoded; charset=UTF-8": formOf(fields),
		"application/json;charset=utf-8":                   string(asJSON),
	} {
		m, err := s.Read(contentType, []byte(raw))
		require.NoError(t, err, contentType)
		require.Equal(t, Paid, m.Outcome())
		require.EqualValues(t, 3530, m.Amount)
		require.Equal(t, "149295435400084008", m.FortID)
		require.Equal(t, "VISA 0001", m.Brand+" "+m.LastFour)
	}
}

func TestAnUnprovedMessageIsAClaimWithoutMeaning(t *testing.T) {
	t.Parallel()
	fields := signed(paidFields(), account1().RequestPhrase, "SHA-256")
	m, err := account1().Read("", []byte(formOf(fields)))
	require.ErrorIs(t, err, ErrSignature)
	require.Equal(t, "01KAJ3Z8T0A1B2C3D4E5F6G7H8", m.Reference)
	require.Equal(t, Invalid, m.Outcome())
	require.False(t, m.Proved())
	m, err = ParseMessage("", []byte(formOf(fields)))
	require.NoError(t, err)
	require.Equal(t, Invalid, m.Outcome())
}

func TestAMessageForAnotherMerchantIsRefused(t *testing.T) {
	t.Parallel()
	s := account1()
	for _, key := range []string{"merchant_identifier", "access_code"} {
		fields := paidFields()
		fields[key] = "Other"
		_, err := s.Read("", []byte(formOf(signed(fields, s.ResponsePhrase, s.SHAType))))
		require.ErrorIs(t, err, ErrMerchant, key)
		delete(fields, key)
		_, err = s.Read("", []byte(formOf(signed(fields, s.ResponsePhrase, s.SHAType))))
		require.ErrorIs(t, err, ErrMerchant, key)
	}
}

func TestNothingOfTheBuyerIsRecorded(t *testing.T) {
	t.Parallel()
	s := account1()
	m, err := s.Read("", []byte(formOf(signed(paidFields(), s.ResponsePhrase, s.SHAType))))
	require.NoError(t, err)
	record := fmt.Sprint(m.Record())
	require.Contains(t, record, "card_last_four:0001")
	for _, private := range []string{"John", "example.ae", "10.0.0.1", "400555", "2905", "Op9Vmp"} {
		require.NotContains(t, record, private)
	}
}

func TestMalformedMessagesAreRefused(t *testing.T) {
	t.Parallel()
	bad := map[string]string{
		"amount": "35.30", "currency": "USD", "status": "1", "response_code": "1400", "fort_id": "12x",
		"merchant_reference": "a_", "card_number": "4005550000000001", "language": "fr", "command": "purchase",
		"response_message": "ok\nstatus", "token_name": "a b", "some=key": "x", "tatus": "14", "sstatus": "14",
	}
	for key, value := range bad {
		fields := paidFields()
		fields[key] = value
		_, err := ParseMessage("", []byte(formOf(fields)))
		require.ErrorIs(t, err, ErrMalformed, key)
	}
	for _, key := range []string{"amount", "currency", "status", "response_code", "fort_id", "merchant_reference", "command"} {
		fields := paidFields()
		delete(fields, key)
		_, err := ParseMessage("", []byte(formOf(fields)))
		require.ErrorIs(t, err, ErrMalformed, key)
	}
	ok := paidFields()
	ok["original_amount"], ok["processor_hint"] = "99", "new field"
	_, err := ParseMessage("", []byte(formOf(ok)))
	require.NoError(t, err, "fields that the provider adds are welcome")

	for contentType, raw := range map[string]string{
		"text/plain":           "status=14",
		"application/json":     `{"status":"14","status":"13"}`,
		"multipart/form-data":  "x",
		"":                     "status=14&status=13",
		"application/JSON ":    `[1]`,
		"application/json;a=b": `{"a":"b"} {}`,
	} {
		_, err := ParseFields(contentType, []byte(raw))
		require.ErrorIs(t, err, ErrMalformed, contentType)
	}
	_, err = ParseFields("", []byte(strings.Repeat("a", longestMessage+1)))
	require.ErrorIs(t, err, ErrMalformed)
}

func TestJSONValuesAreReadAsTheyWereSigned(t *testing.T) {
	t.Parallel()
	fields, err := ParseFields("application/json", []byte(`{
		"amount": 3530, "rate": 1.50, "text": "it&#39;s \u0026 so", "none": null, "empty": "", "flag": true,
		"apple_header": {"b_key": "1", "a_key": "2"}, "list": ["a", "b"], "objects": [{"k": "v", "n": null}, {}]}`))
	require.NoError(t, err)
	require.Equal(t, map[string]string{
		"amount": "3530", "rate": "1.50", "text": "it&#39;s & so", "empty": "", "flag": "true",
		"apple_header": "{b_key=1, a_key=2}", "list": "[a, b]", "objects": "[{k=v, n=null}, {}]",
	}, fields)
	_, err = ParseFields("application/json", []byte(strings.Repeat(`{"a":`, 50)+"1"+strings.Repeat("}", 50)))
	require.ErrorIs(t, err, ErrMalformed)
}

func TestRepetitionsShareOneEventAndDifferentNewsDoNot(t *testing.T) {
	t.Parallel()
	a, err := ParseMessage("", []byte(formOf(paidFields())))
	require.NoError(t, err)
	again := paidFields()
	again["card_number"] = "****************"
	b, err := ParseMessage("", []byte(formOf(again)))
	require.NoError(t, err)
	require.Equal(t, a.Event(), b.Event())
	require.Empty(t, b.LastFour)

	seen := map[string]bool{a.Event(): true}
	for key, value := range map[string]string{"command": "REFUND", "amount": "1", "response_code": "14001",
		"maintenance_reference": "r1", "fort_id": "1"} {
		other := paidFields()
		other[key] = value
		m, err := ParseMessage("", []byte(formOf(other)))
		require.NoError(t, err)
		require.False(t, seen[m.Event()], key)
		seen[m.Event()] = true
	}
}

func FuzzParseMessage(f *testing.F) {
	f.Add("", formOf(paidFields()))
	f.Add("application/json", `{"status":"14","list":[{"a":1}]}`)
	s := account1()
	f.Fuzz(func(t *testing.T, contentType, raw string) {
		m, err := s.Read(contentType, []byte(raw))
		if err == nil || m.Outcome() != Invalid {
			t.Fatalf("believed without a signature: %q", raw)
		}
		if fields, err := ParseFields(contentType, []byte(raw)); err == nil && wellFormed(fields) == nil {
			again, err := ParseFields("", []byte(formOf(fields)))
			if err != nil || len(again) != len(fields) {
				t.Fatalf("not stable: %q", raw)
			}
		}
	})
}
