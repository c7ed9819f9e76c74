package aps

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// facts is everything of a message that money depends on.
func facts(m Message) [7]string {
	return [7]string{m.Reference, m.Command, m.Status, m.Code, m.Amount.String(), m.FortID, m.MaintenanceReference}
}

// moved is every reading of the signed text with one border elsewhere, or one border gone.
func moved(fields map[string]string) []map[string]string {
	names := slices.Sorted(maps.Keys(fields))
	var out []map[string]string
	for i := 0; i+1 < len(names); i++ {
		a, b := names[i], names[i+1]
		text := fields[a] + b
		for cut := 0; cut < len(text); cut++ {
			if cut == len(fields[a]) {
				continue
			}
			shift := maps.Clone(fields)
			delete(shift, b)
			shift[a], shift[text[cut:]] = text[:cut], fields[b]
			out = append(out, shift)
		}
		merge := maps.Clone(fields)
		delete(merge, b)
		merge[a] = text + "=" + fields[b]
		out = append(out, merge)
	}
	for key, value := range fields { // a border made of an = inside a value
		head, tail, ok := strings.Cut(value, "=")
		for cut := 0; ok && cut < len(head); cut++ {
			split := maps.Clone(fields)
			split[key], split[head[cut:]] = head[:cut], tail
			out = append(out, split)
		}
	}
	return out
}

// The protocol signs its fields as key=value pairs without a delimiter between them, so a moved border keeps the signature valid.
func TestNoMovedBorderChangesWhatASignedMessageSays(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	letters := func(alphabet string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(alphabet[random.IntN(len(alphabet))])
		}
		return b.String()
	}
	s := account1()
	fooled, kept := 0, 0
	for range 200 {
		fields := paidFields()
		fields["merchant_reference"] = letters("abcdefghijklmnopqrstuvwxyz0123456789._-", random.IntN(40)) + "x"
		fields["order_description"] = letters("abcdefghijklmnopqrstuvwxyz_ ", 1+random.IntN(20))
		fields["card_holder_name"] = letters("abcdefghijklmnopqrstuvwxyz_ =", 1+random.IntN(20))
		fields["response_message"] = letters("abcdefghijklmnopqrstuvwxyz ", 1+random.IntN(20))
		fields["token_name"] = letters("abcdefghijklmnopqrstuvwxyz_", 1+random.IntN(20))
		fields["return_url"] = "https://lunch.example.ae/?" + letters("abcdefstuvwz=", 8)
		for _, optional := range []string{"customer_ip", "eci", "payment_option", "card_number", "card_holder_name",
			"expiry_date", "authorization_code", "token_name", "order_description"} {
			if random.IntN(3) == 0 {
				delete(fields, optional)
			}
		}
		honest := signed(fields, s.ResponsePhrase, s.SHAType)
		want, err := s.Read("", []byte(formOf(honest)))
		require.NoError(t, err)

		for _, shift := range moved(fields) {
			shift["signature"] = honest["signature"]
			if !Verify(shift, s.SHAType, s.ResponsePhrase) {
				continue // sorting has spoilt it
			}
			fooled++
			if got, err := s.Read("", []byte(formOf(shift))); err == nil {
				kept++
				require.Equal(t, facts(want), facts(got), "%v", shift)
			}
		}
	}
	// The control: the signature alone was fooled, so it is the grammar that refused.
	require.Greater(t, fooled, 5_000)
	require.Less(t, kept, fooled/100, "only borders of fields that nobody uses may move")
}

func TestASignedRequestNeverPassesForASignedSuccess(t *testing.T) {
	t.Parallel()
	// The return URL of a request grows a whole response; with equal phrases the signature would hold.
	equal := account1()
	equal.ResponsePhrase = equal.RequestPhrase
	require.ErrorContains(t, equal.Validate(), "must differ")

	request := map[string]string{
		"command": "PURCHASE", "access_code": equal.AccessCode, "merchant_identifier": equal.MerchantIdentifier,
		"merchant_reference": "R1", "amount": "3530", "currency": "AED", "language": "en",
		"customer_email": "a@example.aefort_id=1", "return_url": "https://lunch.example.ae/status=14",
		"order_description": "Lunchresponse_code=14000response_message=ok",
	}
	forged := maps.Clone(request)
	forged["signature"] = Sign(request, equal.RequestPhrase, equal.SHAType)
	forged["customer_email"], forged["fort_id"] = "a@example.ae", "1"
	forged["order_description"], forged["response_code"], forged["response_message"] = "Lunch", "14000", "ok"
	forged["return_url"], forged["status"] = "https://lunch.example.ae/", "14"
	m, err := equal.Read("", []byte(formOf(forged)))
	require.NoError(t, err)
	require.Equal(t, Paid, m.Outcome(), "the control: equal phrases are fooled")

	_, err = account1().Read("", []byte(formOf(forged)))
	require.ErrorIs(t, err, ErrSignature)

	_, err = Purchase{Reference: "R1", Amount: 3530, Email: "a@example.ae", ReturnURL: request["return_url"]}.Form(account1())
	require.ErrorIs(t, err, ErrMalformed, "we do not even sign such a request")
}

func TestTextThatABuyerTypesCannotBecomeFields(t *testing.T) {
	t.Parallel()
	s := account1()
	fields := paidFields()
	fields["response_code"], fields["status"], fields["response_message"] = "13666", "13", "Declined"
	fields["card_holder_name"] = "Afort_id=1response_code=14000status=14zzz="
	fields = signed(fields, s.ResponsePhrase, s.SHAType)
	_, err := s.Read("", []byte(formOf(fields)))
	require.ErrorIs(t, err, ErrMalformed)
}
