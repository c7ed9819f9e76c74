package payment

import (
	"time"

	"sahn/server/platform/fault"
)

// ErrTooManyTries refuses one more card payment to a person whose payments were declined again and again.
var ErrTooManyTries = fault.New(fault.TooMany, "too_many_payments",
	"Too many payments failed. Please try again in an hour.").After(time.Hour)

// maxFailed is how many payments of a profile the provider may decline in one hour. More looks like card testing with stolen cards,
// whatever the payments are for.
const maxFailed = 10
