package sandbox

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"sahn/server/payment/aps"
	"sahn/server/platform/money"
)

// field is the format that the provider accepts for one field.
type field struct {
	most int
	form *regexp.Regexp
}

func takes(most int, form string) field { return field{most, regexp.MustCompile(form)} }

var pageFields = map[string]field{
	"command":              takes(20, `^[A-Za-z]+$`),
	"access_code":          takes(20, `^[A-Za-z0-9]+$`),
	"merchant_identifier":  takes(20, `^[A-Za-z0-9]+$`),
	"merchant_reference":   takes(40, `^[A-Za-z0-9_.-]+$`),
	"amount":               takes(10, `^[0-9]+$`),
	"currency":             takes(3, `^[A-Z]{3}$`),
	"language":             takes(2, `^(en|ar)$`),
	"customer_email":       takes(254, `^[A-Za-z0-9_.@+-]+$`),
	"signature":            takes(200, `^[0-9A-Fa-f]+$`),
	"return_url":           takes(400, `^[A-Za-z0-9$!=?#&_/:.-]+$`),
	"token_name":           takes(100, `^[A-Za-z0-9.@_-]+$`),
	"payment_option":       takes(10, `^[A-Z]+$`),
	"remember_me":          takes(3, `^(YES|NO)$`),
	"eci":                  takes(16, `^(ECOMMERCE|MOTO)$`),
	"order_description":    takes(150, `^[A-Za-z0-9'/._#:$ -]+$`),
	"customer_ip":          takes(45, `^[0-9A-Fa-f.:]+$`),
	"customer_name":        takes(40, `^[\p{L}_\\/.' -]+$`),
	"phone_number":         takes(19, `^[0-9+() -]+$`),
	"settlement_reference": takes(34, `^[A-Za-z0-9_.-]+$`),
	"merchant_extra":       takes(999, `^[\p{L}0-9.;/_,'@ -]+$`),
	"merchant_extra1":      takes(250, `^[\p{L}0-9.;/_,'@ -]+$`),
	"merchant_extra2":      takes(250, `^[\p{L}0-9.;/_,'@ -]+$`),
	"merchant_extra3":      takes(250, `^[\p{L}0-9.;/_,'@ -]+$`),
	"merchant_extra4":      takes(250, `^[\p{L}0-9.;/_,'@ -]+$`),
	"merchant_extra5":      takes(250, `^[\p{L}0-9.;/_,'@ -]+$`),
}

var apiFields = map[string]field{
	"command":                           takes(30, `^[A-Z_]+$`),
	"query_command":                     takes(30, `^[A-Z_]+$`),
	"access_code":                       pageFields["access_code"],
	"merchant_identifier":               pageFields["merchant_identifier"],
	"merchant_reference":                pageFields["merchant_reference"],
	"amount":                            pageFields["amount"],
	"currency":                          pageFields["currency"],
	"language":                          pageFields["language"],
	"signature":                         pageFields["signature"],
	"order_description":                 pageFields["order_description"],
	"fort_id":                           takes(20, `^[0-9]+$`),
	"maintenance_reference":             takes(200, `^[A-Za-z0-9_.-]+$`),
	"return_third_party_response_codes": takes(3, `^(YES|NO)$`),
	"service_command":                   takes(30, `^[A-Z_]+$`),
	"token_name":                        pageFields["token_name"],
	"token_status":                      takes(8, `^(ACTIVE|INACTIVE)$`),
}

var pageNeeds = []string{"command", "access_code", "merchant_identifier", "merchant_reference", "amount", "currency",
	"language", "customer_email", "signature"}

// refusal is the message with which the provider refuses a request, "" when the request is valid. The order of the checks is the
// provider's: missing, format, unknown field, access code, merchant, signature.
func (s *Sandbox) refusal(fields map[string]string, taken map[string]field, needed []string) string {
	for _, key := range needed {
		if fields[key] == "" {
			return "00001"
		}
	}
	unknown := false
	for key, value := range fields {
		rule, ok := taken[key]
		switch {
		case !ok:
			unknown = true
		case value == "":
			return "00002"
		case len([]rune(value)) > rule.most:
			return "00032"
		case !rule.form.MatchString(value):
			return "00002"
		}
	}
	own := s.options.Settings
	switch {
	case unknown:
		return "00027"
	case fields["access_code"] != own.AccessCode:
		return "00010"
	case fields["merchant_identifier"] != own.MerchantIdentifier:
		return "00009"
	case !aps.Verify(fields, own.SHAType, own.RequestPhrase):
		return "00008"
	}
	return ""
}

// receive handles the form that the merchant's page posts through the buyer's browser.
func (s *Sandbox) receive(w http.ResponseWriter, r *http.Request) {
	fields, err := readBody(r, "application/x-www-form-urlencoded")
	if err != nil {
		s.problem(w, http.StatusBadRequest, "This payment request cannot be read.", "")
		return
	}
	// A sandbox must not be an open redirect to the internet.
	back, err := url.Parse(fields["return_url"])
	if err != nil || !loopbackHost(back.Host) || (back.Scheme != "http" && back.Scheme != "https") {
		s.problem(w, http.StatusBadRequest, "The shop's return address is missing or is not on this machine.", "00037")
		return
	}
	code := s.refusal(fields, pageFields, pageNeeds)
	amount, _ := strconv.ParseInt(fields["amount"], 10, 64)
	switch {
	case code != "":
	case fields["command"] != "PURCHASE" && fields["command"] != "AUTHORIZATION":
		code = "00004"
	case fields["currency"] != "AED":
		code = "00013"
	case amount < 1:
		code = "00005"
	case fields["token_name"] != "":
		if _, known := s.book.token(fields["token_name"]); !known {
			code = "00044"
		}
	}
	echo := without(fields, "signature")
	if code == "" {
		var page string
		if page, code, err = s.book.open(echo, money.Fils(amount)); err != nil {
			s.problem(w, http.StatusInternalServerError, "The sandbox could not keep this payment. Nothing was taken.", "")
			return
		}
		if code == "" {
			http.Redirect(w, r, "/FortAPI/paymentPage/"+page, http.StatusSeeOther)
			return
		}
	}
	s.sendBack(w, r, s.answerRefused(echo, code))
}

func readBody(r *http.Request, kind string) (map[string]string, error) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), kind) {
		return nil, aps.ErrMalformed
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	return aps.ParseFields(r.Header.Get("Content-Type"), raw)
}

func without(fields map[string]string, names ...string) map[string]string {
	out := make(map[string]string, len(fields))
	for key, value := range fields {
		out[key] = value
	}
	for _, name := range names {
		delete(out, name)
	}
	return out
}

func loopbackHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || (ip != nil && ip.IsLoopback())
}
