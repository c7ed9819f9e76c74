package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"sahn/server/platform/money"
)

// operate is the operations API: it always answers with a signature and HTTP 200, also when it refuses.
func (s *Sandbox) operate(w http.ResponseWriter, r *http.Request) {
	b := s.now()
	if b.API == "down" {
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	}
	fields, err := readBody(r, "application/json")
	if err != nil {
		s.reply(w, b, s.answerRefused(nil, "00073"))
		return
	}
	answer, report := s.operation(fields)
	if report {
		s.feedback(answer)
	}
	s.reply(w, b, answer)
}

func (s *Sandbox) reply(w http.ResponseWriter, b Behaviour, fields map[string]string) {
	if b.API == "mute" {
		panic(http.ErrAbortHandler) // carried out, but the answer is lost
	}
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	_ = json.NewEncoder(w).Encode(s.sign(fields, "api"))
}

var operationNeeds = []string{"access_code", "merchant_identifier", "merchant_reference", "language", "signature"}

// operation carries out a command; report says that a payment changed, which is notified too.
func (s *Sandbox) operation(fields map[string]string) (answer map[string]string, report bool) {
	echo := without(fields, "signature")
	needed := operationNeeds
	if command := fields["command"]; command == "REFUND" || command == "CAPTURE" {
		needed = append(slices.Clone(needed), "amount", "currency")
	}
	code := s.refusal(fields, apiFields, needed)
	if code != "" {
		return s.answerRefused(echo, code), false
	}
	if fields["query_command"] == "CHECK_STATUS" && fields["command"] == "" {
		return s.check(echo), false
	}
	if fields["service_command"] == "UPDATE_TOKEN" && fields["command"] == "" {
		return s.updateToken(echo), false
	}
	n, _ := strconv.ParseInt(fields["amount"], 10, 64)
	amount, reference := money.Fils(n), fields["merchant_reference"]
	var kept record
	var err error
	switch fields["command"] {
	case "REFUND":
		kept, code, report, err = s.refund(reference, fields["fort_id"], amount, fields["maintenance_reference"])
	case "CAPTURE":
		kept, code, err = s.capture(reference, fields["fort_id"], amount)
		report = code == "04000"
	case "VOID_AUTHORIZATION":
		kept, code, err = s.void(reference, fields["fort_id"])
		report = code == "08000"
	default:
		return s.answerRefused(echo, "00004"), false
	}
	if errors.Is(err, errUnknown) {
		return s.answerRefused(echo, "00036"), false
	}
	if err != nil {
		return s.answerRefused(echo, "00006"), false
	}
	answer = s.answerRefused(echo, code)
	if code[:2] != "00" {
		answer["fort_id"] = kept.FortID
	}
	return answer, report
}

// check answers CHECK_STATUS: that the query succeeded, and the payment's status.
func (s *Sandbox) check(echo map[string]string) map[string]string {
	kept, err := s.book.find(echo["merchant_reference"])
	if err != nil || (echo["fort_id"] != "" && echo["fort_id"] != kept.FortID) {
		return s.answerRefused(echo, "11036")
	}
	out := s.answerRefused(echo, "12000")
	code := kept.Code
	switch {
	case code == "":
		code = "01000"
	case kept.Captured > 0 && kept.Refunded == kept.Captured:
		code = "06000"
	}
	out["transaction_code"], out["transaction_status"], out["transaction_message"] = code, code[:2], message(code)
	out["fort_id"] = kept.FortID
	out["captured_amount"] = digitsOf(kept.Captured)
	out["authorized_amount"] = digitsOf(max(kept.Authorized, kept.Captured))
	out["refunded_amount"] = digitsOf(kept.Refunded)
	if kept.Captured > 0 || kept.Authorized > 0 {
		out["authorization_code"] = kept.Approval
	}
	return out
}

// updateToken makes a saved card unusable; other changes are not supported here.
func (s *Sandbox) updateToken(echo map[string]string) map[string]string {
	if echo["token_name"] == "" || echo["token_status"] != "INACTIVE" {
		return s.answerRefused(echo, "00001")
	}
	kept, known := s.book.token(echo["token_name"])
	if !known {
		return s.answerRefused(echo, "00044")
	}
	_, err := s.book.change(kept.Fields["merchant_reference"], func(p *record) error {
		p.Token, p.Masked, p.Expiry, p.Holder = "", "", "", ""
		return nil
	})
	if err != nil {
		return s.answerRefused(echo, "00006")
	}
	return s.answerRefused(echo, "58000")
}

// sameOrder refuses an operation that names the transaction of another payment.
func sameOrder(p *record, fortID string) error {
	if fortID != "" && fortID != p.FortID {
		return errUnknown
	}
	return nil
}

// refund refunds money, never more than was captured and never twice for one maintenance reference. fresh says that it was not a
// repetition.
func (s *Sandbox) refund(reference, fortID string, amount money.Fils,
	maintenance string) (kept record, code string, fresh bool, err error) {
	declined := s.now().RefundFails
	kept, err = s.book.change(reference, func(p *record) error {
		for _, done := range p.Refunds {
			if maintenance != "" && done.Maintenance == maintenance {
				code = "06000"
				if done.Amount != amount {
					code = "00110"
				}
				return sameOrder(p, fortID)
			}
		}
		switch {
		case p.Captured == 0:
			code = "00034"
		case amount < 1:
			code = "00005"
		case p.Refunded+amount > p.Captured:
			code = "00048"
		case declined:
			code, fresh = "07666", true
		default:
			code, fresh = "06000", true
			p.Refunded += amount
			p.Refunds = append(p.Refunds, refund{maintenance, amount})
		}
		return sameOrder(p, fortID)
	})
	return kept, code, fresh, err
}

func (s *Sandbox) capture(reference, fortID string, amount money.Fils) (kept record, code string, err error) {
	kept, err = s.book.change(reference, func(p *record) error {
		switch {
		case p.Authorized == 0 || p.Code == "08000":
			code = "00034"
		case amount < 1:
			code = "00005"
		case p.Captured+amount > p.Authorized:
			code = "00042"
		default:
			code = "04000"
			p.Code = code
			p.Captured += amount
		}
		return sameOrder(p, fortID)
	})
	return kept, code, err
}

func (s *Sandbox) void(reference, fortID string) (kept record, code string, err error) {
	kept, err = s.book.change(reference, func(p *record) error {
		if code = "08000"; p.Authorized == 0 || p.Captured > 0 {
			code = "00034"
			return sameOrder(p, fortID)
		}
		p.Code = code
		return sameOrder(p, fortID)
	})
	return kept, code, err
}

func digitsOf(f money.Fils) string { return strconv.FormatInt(int64(f), 10) }
