package push

import "time"

// Decide is what is done about an event of a kind, by its name, and until when it waits, for somebody with these quiet hours.
func Decide(off []string, quiet *[2]int, k Kind, now, until time.Time) (string, time.Time) {
	c := choice{off: off}
	if quiet != nil {
		c.quiet = &hours{quiet[0], quiet[1]}
	}
	at, end := c.next(k, now, until)
	return [...]string{skip: "skip", show: "show", wait: "wait", other: "other"}[at], end
}

// StopText and Read are what a notification's button says, and the text of a version.
var (
	StopText = stopText
	Read     = read
)
