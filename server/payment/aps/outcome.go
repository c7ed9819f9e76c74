package aps

// Outcome is what a message means for money.
type Outcome int

// The outcomes. The zero value is the careful one.
const (
	Uncertain    Outcome = iota // not known yet: keep waiting and ask again, never let a person pay twice
	Paid                        // the money was taken
	Failed                      // the provider says that it was not
	Cancelled                   // the buyer pressed cancel; still ask before closing the attempt
	Refunded                    // money went back to the card
	RefundFailed                // the refund was declined: the money is still here
	Invalid                     // a refused request or an unverified message: changes nothing
	NotKnown                    // the provider does not know this payment (CheckStatus only)
)

var outcomeNames = [...]string{"uncertain", "paid", "failed", "cancelled", "refunded", "refund failed", "invalid", "not known"}

func (o Outcome) String() string {
	if o < 0 || int(o) >= len(outcomeNames) {
		return "uncertain"
	}
	return outcomeNames[o]
}

// Outcome is what a verified message means; an unverified one is Invalid.
func (m Message) Outcome() Outcome {
	if !m.proved {
		return Invalid
	}
	return Classify(m.Command, m.Status, m.Code)
}

// reasons that leave open whether money moved, whatever the status in front of them.
var openReasons = map[string]bool{
	"777": true,                           // processed but confirmation not received
	"778": true,                           // session timed out
	"779": true, "780": true, "781": true, // the answer was lost on the way
	"784": true, // still processing
}

// technical problems (reason 006) count as declined only after status 13, as the provider's own clients have it.
var onHold006 = map[string]bool{"00": true, "01": true, "02": true, "03": true, "04": true, "05": true, "06": true,
	"07": true, "08": true, "09": true, "11": true, "17": true}

const cancelReason = "072"

// Classify reads a command's status and code. Only PURCHASE 14 with 14000 is Paid and only REFUND 06 with 06000
// is Refunded; 00 never is more than Invalid or Cancelled; what is not in the table is Uncertain.
func Classify(command, status, code string) Outcome {
	if len(status) != 2 || len(code) != 5 || code[:2] != status {
		return Uncertain
	}
	reason := code[2:]
	if openReasons[reason] || (reason == "006" && onHold006[status]) {
		return Uncertain
	}
	switch command {
	case "PURCHASE":
		return purchased(status, reason)
	case "REFUND":
		return refunded(status, reason)
	}
	if status == "00" {
		return Invalid
	}
	return Uncertain
}

func purchased(status, reason string) Outcome {
	switch status {
	case "14":
		if reason == "000" {
			return Paid
		}
	case "13", "03":
		if reason == cancelReason {
			return Cancelled
		}
		if reason != "000" {
			return Failed
		}
	case "00":
		if reason == cancelReason {
			return Cancelled
		}
		return Invalid
	case "01", "10":
		if reason == cancelReason {
			return Cancelled
		}
	}
	return Uncertain
}

func refunded(status, reason string) Outcome {
	switch status {
	case "06":
		if reason == "000" {
			return Refunded
		}
	case "07":
		if reason != "000" {
			return RefundFailed
		}
	case "00":
		return Invalid
	}
	return Uncertain
}
