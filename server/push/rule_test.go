package push_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/push"
)

// dubai is an instant by the clock of Dubai, like "21:00" of the 26th or "+07:00" of the next day.
func dubai(t *testing.T, text string) time.Time {
	t.Helper()
	day := "2026-11-26 "
	if text[0] == '+' {
		day, text = "2026-11-27 ", text[1:]
	}
	at, err := time.Parse("2006-01-02 15:04 -0700", day+text+" +0400")
	require.NoError(t, err)
	return at.UTC()
}

func TestQuietHoursHoldBackWhatCanWaitAndLeaveTheRestToMail(t *testing.T) {
	t.Parallel()
	night, noon := &[2]int{21 * 60, 7 * 60}, &[2]int{12 * 60, 14 * 60}
	for _, c := range []struct {
		quiet           *[2]int
		now, until      string
		does, untilWhen string
	}{
		{night, "20:59", "+12:00", "show", ""},
		{night, "21:00", "+12:00", "wait", "+07:00"},
		{night, "00:00", "12:00", "wait", "07:00"},
		{night, "06:59", "12:00", "wait", "07:00"},
		{night, "07:00", "12:00", "show", ""},
		{night, "23:00", "+07:00", "other", ""},
		{night, "23:00", "23:30", "other", ""},
		{noon, "11:59", "15:00", "show", ""},
		{noon, "12:00", "15:00", "wait", "14:00"},
		{noon, "14:00", "15:00", "show", ""},
		{nil, "03:00", "15:00", "show", ""},
		{nil, "15:00", "15:00", "other", ""},
	} {
		does, until := push.Decide(nil, c.quiet, push.Week, dubai(t, c.now), dubai(t, c.until))
		require.Equal(t, c.does, does, "%+v", c)
		if c.untilWhen != "" {
			require.Equal(t, dubai(t, c.untilWhen), until, "%+v", c)
		}
	}
}

func TestAKindThatIsSwitchedOffIsNeverTold(t *testing.T) {
	t.Parallel()
	for _, k := range push.Kinds {
		for _, of := range push.Kinds {
			does, _ := push.Decide([]string{string(of)}, nil, k, dubai(t, "09:00"), dubai(t, "12:00"))
			require.Equal(t, k == of, does == "skip", "%s without %s", k, of)
		}
	}
}

func TestAKeyOfTheSettingsIsOneOfP256(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"x", "AAAA", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		_, err := push.ParseKey(wrong)
		require.ErrorIs(t, err, push.ErrKey, wrong)
	}
	_, err := push.ParseKey("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw") // RFC 8291, appendix A
	require.NoError(t, err)
}
