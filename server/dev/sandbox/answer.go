package sandbox

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"sahn/server/payment/aps"
)

var messages = map[string]string{
	"000": "Success", "001": "Missing parameter", "002": "Invalid parameter format", "004": "Invalid command",
	"005": "Invalid amount", "008": "Signature mismatch", "009": "Invalid merchant identifier",
	"010": "Invalid access code", "012": "Card expired", "013": "Invalid currency", "027": "Invalid extra parameters",
	"029": "Insufficient funds", "030": "Authentication failed", "032": "Invalid parameter length",
	"034": "The operation is not allowed", "036": "Order not found", "042": "Above the authorised amount",
	"044": "Token name does not exist", "047": "Order already processed", "048": "Above the captured amount",
	"066": "Merchant reference already exists", "072": "Transaction has been cancelled by the consumer.",
	"073": "Invalid request format", "110": "Contradicting parameters in the request", "666": "Transaction declined",
	"777": "Transaction processed but the confirmation was not received", "778": "Session timed out",
}

// message is the provider's sentence for a code; every failure has one.
func message(code string) string {
	if text := messages[code[2:]]; text != "" && code != "19000" && code != "01000" {
		return text
	}
	return map[string]string{"19000": "Transaction pending", "01000": "Order stored"}[code]
}

// answer is the provider's answer about a submitted payment: every field of the request and the result. typed is the card, nil when the
// answer is repeated later.
func (s *Sandbox) answer(r record, typed *card, ip string) map[string]string {
	out := without(r.Fields)
	out["response_code"], out["status"], out["response_message"] = r.Code, r.Code[:2], message(r.Code)
	if r.Code == "00072" {
		return out // no transaction was made, so it has no number
	}
	out["fort_id"], out["eci"] = r.FortID, "ECOMMERCE"
	if ip != "" {
		out["customer_ip"] = ip
	}
	if r.Token != "" {
		out["token_name"] = r.Token
	}
	if r.Brand != "" {
		out["payment_option"], out["card_number"] = r.Brand, strings.Repeat("*", 12)+r.LastFour
	}
	if typed != nil {
		out["card_number"], out["card_holder_name"], out["expiry_date"] = typed.masked, typed.holder, typed.expiry
		if typed.keep {
			out["remember_me"] = "YES"
		}
	}
	if r.Captured > 0 || r.Authorized > 0 {
		out["authorization_code"] = r.Approval
	}
	return out
}

// answerRefused is the answer to a request that never became a payment.
func (s *Sandbox) answerRefused(fields map[string]string, code string) map[string]string {
	out := without(fields)
	out["response_code"], out["status"], out["response_message"] = code, code[:2], message(code)
	return out
}

// sign completes and signs an answer for its channel: "return", "feedback" or "api".
func (s *Sandbox) sign(fields map[string]string, way string) map[string]string {
	b := s.now()
	out := without(fields, "signature")
	if b.ExtraField {
		out["processor_hint"] = "not in the documents"
	}
	if b.HTMLEntity && way == "feedback" && b.FeedbackFormat == "json" {
		out["response_message"] += " - the bank&#39;s word"
	}
	if out["status"] == "00" {
		unproved := out["response_code"] == "00008" || out["response_code"] == "00009" || out["response_code"] == "00010"
		if b.UnsignedInvalid == "all" || (b.UnsignedInvalid == "usual" && unproved) {
			return out
		}
	}
	signature := aps.Sign(out, s.options.Settings.ResponsePhrase, s.options.Settings.SHAType)
	if b.Tamper == way || b.Tamper == "all" {
		last := signature[len(signature)-1]
		signature = signature[:len(signature)-1] + map[bool]string{true: "1", false: "0"}[last == '0']
	}
	if b.UpperHex {
		signature = strings.ToUpper(signature)
	}
	out["signature"] = signature
	return out
}

// sendBack sends the buyer's browser to the shop with the answer, by the account's return method. With GET every card field is masked with
// stars.
func (s *Sandbox) sendBack(w http.ResponseWriter, r *http.Request, fields map[string]string) {
	target := fields["return_url"]
	if s.now().ReturnMethod == "GET" {
		starred := without(fields)
		for key, stars := range map[string]string{"card_number": "****************", "expiry_date": "****", "card_holder_name": "*******"} {
			if starred[key] != "" {
				starred[key] = stars
			}
		}
		values := url.Values{}
		for key, value := range s.sign(starred, "return") {
			values.Set(key, value)
		}
		joint := "?"
		if strings.Contains(target, "?") {
			joint = "&"
		}
		http.Redirect(w, r, target+joint+values.Encode(), http.StatusSeeOther)
		return
	}
	s.render(w, http.StatusOK, "return", view{Title: "Back to the shop", Origin: origin(target), Target: target,
		Fields: s.sign(fields, "return")})
}

func origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func aed(fils int64) string {
	whole := strconv.FormatInt(fils/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return "AED " + whole + "." + strconv.FormatInt(fils%100+100, 10)[1:]
}
