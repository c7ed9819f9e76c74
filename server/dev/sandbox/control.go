package sandbox

import (
	"encoding/json"
	"net"
	"net/http"
	"strings"

	"sahn/server/platform/money"
)

// control guards routes for tests and people on this machine. A web page elsewhere can make a browser call a loopback address: the Host
// check stops DNS rebinding, and another site may not send JSON without a preflight.
func (s *Sandbox) control(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() || !loopbackHost(r.Host) {
			http.Error(w, "only from this machine", http.StatusForbidden)
			return
		}
		if r.Method == http.MethodPost && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
			http.Error(w, "application/json only", http.StatusUnsupportedMediaType)
			return
		}
		next(w, r)
	}
}

func (s *Sandbox) listPayments(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.Payments()) }

// keepPayments takes payments of before into the books.
func (s *Sandbox) keepPayments(w http.ResponseWriter, r *http.Request) {
	var past []Past
	err := json.NewDecoder(r.Body).Decode(&past)
	if err == nil {
		err = s.Keep(past)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	writeJSON(w, map[string]int{"kept": len(past)})
}

func (s *Sandbox) showOptions(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.now()) }

// changeOptions changes the named options and leaves the others.
func (s *Sandbox) changeOptions(w http.ResponseWriter, r *http.Request) {
	b := s.now()
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	err := dec.Decode(&b)
	if err == nil {
		err = s.Behave(b)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	writeJSON(w, s.now())
}

// backOfficeRefund is a refund that the merchant's staff makes at the provider: the merchant's server learns of it only by notification.
func (s *Sandbox) backOfficeRefund(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Reference   string     `json:"reference"`
		Amount      money.Fils `json:"amount"`
		Maintenance string     `json:"maintenance_reference"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, "reference and amount", http.StatusUnprocessableEntity)
		return
	}
	kept, code, fresh, err := s.refund(asked.Reference, "", asked.Amount, asked.Maintenance)
	if err != nil {
		http.Error(w, "unknown payment", http.StatusNotFound)
		return
	}
	if fresh {
		own := s.options.Settings
		fields := map[string]string{"command": "REFUND", "merchant_reference": asked.Reference, "currency": "AED",
			"amount": digitsOf(asked.Amount), "language": "en", "fort_id": kept.FortID,
			"access_code": own.AccessCode, "merchant_identifier": own.MerchantIdentifier}
		if asked.Maintenance != "" {
			fields["maintenance_reference"] = asked.Maintenance
		}
		s.feedback(s.answerRefused(fields, code))
	}
	writeJSON(w, map[string]string{"response_code": code})
}

func writeJSON(w http.ResponseWriter, what any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(what)
}
