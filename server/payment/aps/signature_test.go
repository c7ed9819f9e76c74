package aps

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type vector struct {
	ID, Kind, SHA, Phrase, Signature string
	Params                           map[string]string
}

func vectors(t *testing.T) []vector {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var out []vector
	require.NoError(t, json.Unmarshal(raw, &out))
	require.Len(t, out, 11)
	return out
}

func TestEveryPublishedAndComputedVectorIsReproduced(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t) {
		require.Equal(t, v.Signature, Sign(v.Params, v.Phrase, v.SHA), v.ID)

		signed := maps.Clone(v.Params)
		signed["signature"] = strings.ToUpper(v.Signature)
		require.True(t, Verify(signed, v.SHA, v.Phrase), "hex case does not matter: %s", v.ID)

		for key := range v.Params {
			changed := maps.Clone(signed)
			changed[key] += "1"
			require.False(t, Verify(changed, v.SHA, v.Phrase), "%s changed in %s", key, v.ID)
			delete(changed, key)
			require.False(t, Verify(changed, v.SHA, v.Phrase), "%s missing in %s", key, v.ID)
		}
		signed["brand_new_field"] = "x"
		require.False(t, Verify(signed, v.SHA, v.Phrase), "an added unknown field is signed too: %s", v.ID)
	}
}

func TestAMissingSignatureOrAnEmptyPhraseProvesNothing(t *testing.T) {
	t.Parallel()
	fields := map[string]string{"status": "14"}
	require.False(t, Verify(fields, "SHA-256", "a phrase of ours"))
	fields["signature"] = ""
	require.False(t, Verify(fields, "SHA-256", "a phrase of ours"))
	require.False(t, Verify(fields, "SHA-256", ""))
	fields["signature"] = Sign(map[string]string{"status": "14"}, "x", "SHA-256")
	require.True(t, Verify(fields, "SHA-256", "x"))
	require.False(t, Verify(fields, "SHA-256"))
	require.False(t, Verify(fields, "SHA-1", "x"))
	require.Empty(t, Sign(fields, "", "SHA-256"))
	require.Empty(t, Sign(fields, "x", "SHA-1"))
}

func TestAFormerPhraseIsAcceptedOnlyWhileItIsConfigured(t *testing.T) {
	t.Parallel()
	s := account1()
	old := signed(paidFields(), "the phrase of last year", s.SHAType)
	_, err := s.Read("", []byte(formOf(old)))
	require.ErrorIs(t, err, ErrSignature)
	s.FormerResponsePhrase = "the phrase of last year"
	m, err := s.Read("", []byte(formOf(old)))
	require.NoError(t, err)
	require.Equal(t, Paid, m.Outcome())
}

// A signature proves exactly the fields that it was made of: one letter more, less or other proves nothing.
func FuzzVerify(f *testing.F) {
	f.Add("amount", "3584", "currency", "AED", "phrase", "SHA-256", uint8(3))
	f.Add("", "", "a", "b", "p", "HMAC-512", uint8(0))
	f.Fuzz(func(t *testing.T, name1, value1, name2, value2, phrase, sha string, at uint8) {
		fields := map[string]string{name1: value1, name2: value2}
		delete(fields, "signature")
		fields["signature"] = Sign(fields, phrase, sha)
		known := digests[sha] != nil && phrase != ""
		if Verify(fields, sha, phrase) != known {
			t.Fatalf("proved: %v, with %q under %q", !known, phrase, sha)
		}
		if !known {
			return
		}
		if Verify(fields, sha, phrase+"x") || Verify(fields, sha) || Verify(fields, sha, "") {
			t.Fatal("proved without the phrase")
		}
		good := []byte(fields["signature"])
		good[int(at)%len(good)] ^= 1
		forged := maps.Clone(fields)
		forged["signature"] = string(good)
		if Verify(forged, sha, phrase) {
			t.Fatal("proved by another signature")
		}
		forged = maps.Clone(fields)
		forged["zz"] = "1"
		if _, taken := fields["zz"]; !taken && Verify(forged, sha, phrase) {
			t.Fatal("proved with a field more")
		}
	})
}
