package aps

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// statuses is the provider's whole table of two-digit statuses.
var statuses = strings.Fields(`00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 17 18 19 20 21 22 23 24 27 28 29 30
	31 32 40 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 62 63 66 70 71 72 73 74 75 76 77 80 81 88 89 90 91 92 93`)

func TestEveryStatusOfThePurchaseTableHasOneMeaning(t *testing.T) {
	t.Parallel()
	refused := map[string]Outcome{"00": Invalid, "03": Failed, "13": Failed} // everything else is Uncertain
	done := map[string]Outcome{"00": Invalid, "14": Paid}
	for _, status := range statuses {
		require.Equal(t, refused[status], Classify("PURCHASE", status, status+"666"), status)
		require.Equal(t, done[status], Classify("PURCHASE", status, status+"000"), status)
		require.Equal(t, Uncertain, Classify("PURCHASE", status, "99000"), "status and code contradict: %s", status)
		for _, reason := range []string{"777", "778", "779", "780", "781", "784"} {
			require.Equal(t, Uncertain, Classify("PURCHASE", status, status+reason), status+reason)
		}
	}
}

func TestEveryStatusOfTheRefundTableHasOneMeaning(t *testing.T) {
	t.Parallel()
	refused := map[string]Outcome{"00": Invalid, "07": RefundFailed}
	done := map[string]Outcome{"00": Invalid, "06": Refunded}
	for _, status := range statuses {
		require.Equal(t, refused[status], Classify("REFUND", status, status+"666"), status)
		require.Equal(t, done[status], Classify("REFUND", status, status+"000"), status)
	}
}

func TestOutcomesOfSingleCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command, status, code string
		want                  Outcome
	}{
		{"PURCHASE", "14", "14001", Uncertain},
		{"PURCHASE", "00", "00008", Invalid},
		{"PURCHASE", "00", "00047", Invalid},
		{"PURCHASE", "00", "00072", Cancelled},
		{"PURCHASE", "01", "01072", Cancelled},
		{"PURCHASE", "13", "13072", Cancelled},
		{"PURCHASE", "14", "14072", Uncertain},
		{"PURCHASE", "13", "13029", Failed},
		{"PURCHASE", "13", "13006", Failed},
		{"PURCHASE", "00", "00006", Uncertain},
		{"PURCHASE", "20", "20064", Uncertain},
		{"PURCHASE", "40", "40090", Uncertain},
		{"PURCHASE", "14", "1400", Uncertain},
		{"PURCHASE", "", "", Uncertain},
		{"REFUND", "06", "06006", Uncertain},
		{"REFUND", "07", "07006", Uncertain},
		{"REFUND", "00", "00048", Invalid},
		{"AUTHORIZATION", "14", "14000", Uncertain},
		{"CAPTURE", "04", "04000", Uncertain},
		{"CAPTURE", "00", "00048", Invalid},
		{"", "14", "14000", Uncertain},
	} {
		require.Equal(t, c.want, Classify(c.command, c.status, c.code), "%s %s %s", c.command, c.status, c.code)
	}
	require.Equal(t, "refund failed", RefundFailed.String())
	require.Equal(t, "uncertain", Outcome(99).String())
}
