package job_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/job"
)

func TestAnErrorThatOperatorsReadNamesNobody(t *testing.T) {
	t.Parallel()
	for said, shown := range map[string]string{
		"550 5.1.1 <mariam@harbour.example>: no such mailbox": "550 5.1.1 …: no such mailbox",
		"send to mariam.al-suwaidi@harbour.example: refused":  "send to …: refused",
		`invalid name "Mariam Al Suwaidi" at line 3`:          `invalid name … at line 3`,
		"duplicate key: Key (email)=(mariam@x.example)":       "duplicate key: Key (email)…",
		"call +971 50 123 4567 back":                          "call … back",
		"get https://api.example/pay?card=4111111111111111":   "get …",
		"context deadline exceeded":                           "context deadline exceeded",
		"first line\npanic: goroutine 1 of Mariam":            "first line",
		strings.Repeat("é", 400):                              strings.Repeat("é", 300) + "…",
	} {
		require.Equal(t, shown, job.Nameless(said))
	}
}
