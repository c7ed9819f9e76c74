package sandbox

import (
	"errors"
	"net/http"
	"time"
)

const rightCode = "123456"

var errAnswered = errors.New("sandbox: this page was answered before")

// show is the card page, or the 3-D Secure step when a card waits for its code.
func (s *Sandbox) show(w http.ResponseWriter, r *http.Request) {
	page := r.PathValue("page")
	kept, dead, err := s.book.page(page)
	switch {
	case err != nil:
		s.problem(w, http.StatusNotFound, "This payment page does not exist. Go back to the shop and start again.", "")
	case kept.Code != "":
		s.sendBack(w, r, s.answer(kept, nil, address(r)))
	case dead:
		s.sendBack(w, r, s.answerRefused(kept.Fields, "00778"))
	case s.waits(page):
		s.render(w, http.StatusOK, "secure", s.pageView(kept, nil))
	default:
		s.render(w, http.StatusOK, "card", s.pageView(kept, nil))
	}
}

// submit handles the buyer's action on the page. A second submission gets the answer of the first.
func (s *Sandbox) submit(w http.ResponseWriter, r *http.Request) {
	page := r.PathValue("page")
	kept, dead, err := s.book.page(page)
	if err != nil {
		s.problem(w, http.StatusNotFound, "This payment page does not exist. Go back to the shop and start again.", "")
		return
	}
	if dead {
		s.sendBack(w, r, s.answerRefused(kept.Fields, "00778"))
		return
	}
	switch r.PostFormValue("action") {
	case "cancel":
		s.take(page)
		s.finish(w, r, kept, "00072", nil)
	case "pay":
		typed, wrong := readCard(r.PostFormValue, s.options.Clock())
		if saved, ok := s.saved(kept); ok {
			typed, wrong = readCVV(saved, r.PostFormValue)
		}
		if len(wrong) > 0 {
			v := s.pageView(kept, wrong)
			v.Expiry, v.Name, v.Remember = r.PostFormValue("expiry"), r.PostFormValue("name"), typed.keep
			s.render(w, http.StatusUnprocessableEntity, "card", v)
			return
		}
		if typed.test.Secure {
			s.keep(page, typed)
			http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
			return
		}
		s.finish(w, r, kept, typed.test.Code, &typed)
	case "verify":
		typed, ok := s.take(page)
		if !ok { // the sandbox was restarted, and cards are in memory only
			http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
			return
		}
		code := typed.test.Code
		if r.PostFormValue("code") != rightCode {
			code = "13030"
		}
		s.finish(w, r, kept, code, &typed)
	default:
		s.problem(w, http.StatusBadRequest, "This payment page cannot be read.", "")
	}
}

// finish records the bank's result, once, then notifies the merchant's server and sends the browser back.
func (s *Sandbox) finish(w http.ResponseWriter, r *http.Request, kept record, code string, typed *card) {
	b := s.now()
	reference := kept.Fields["merchant_reference"]
	if kept.Fields["command"] == "AUTHORIZATION" {
		code = authorised(code)
	}
	kept, err := s.book.change(reference, func(p *record) error {
		if p.Code != "" {
			return errAnswered
		}
		p.answer(code)
		if typed == nil {
			return nil
		}
		p.Brand, p.LastFour = typed.test.brand(), typed.masked[len(typed.masked)-4:]
		if typed.keep && code == "14000" {
			p.Token, p.Masked, p.Expiry, p.Holder = secret(), typed.masked, typed.expiry, typed.holder
		}
		if typed.test.Settle != "" {
			p.SettleCode = typed.test.Settle
			p.SettleAt = s.options.Clock().Add(time.Duration(b.SettleMS) * time.Millisecond)
		}
		return nil
	})
	if errors.Is(err, errAnswered) {
		s.sendBack(w, r, s.answer(kept, nil, address(r)))
		return
	}
	if err != nil {
		s.problem(w, http.StatusInternalServerError, "The sandbox could not keep this payment. Nothing was taken.", "")
		return
	}
	answer := s.answer(kept, typed, address(r))
	if b.Feedback == "before" {
		s.feedbackFirst(answer)
	}
	if b.NoReturn {
		s.render(w, http.StatusOK, "closed", view{Title: "The browser was closed", Reference: reference})
	} else {
		s.sendBack(w, r, answer)
	}
	if b.Feedback == "after" {
		s.feedback(answer)
	}
	if kept.SettleCode != "" {
		s.background(func() { s.settleLater(reference, b.SettleMS) })
	}
}

// saved is the saved card with which a payment was requested.
func (s *Sandbox) saved(kept record) (card, bool) {
	name := kept.Fields["token_name"]
	if name == "" {
		return card{}, false
	}
	with, known := s.book.token(name)
	if !known {
		return card{}, false
	}
	return cardOf(with)
}

// settleLater reports the delayed result of an uncertain payment.
func (s *Sandbox) settleLater(reference string, ms int) {
	if !s.wait(ms) {
		return
	}
	kept, err := s.book.change(reference, func(*record) error { return nil })
	if err == nil && kept.SettleCode == "" {
		s.feedback(s.answer(kept, nil, ""))
	}
}

// authorised is the authorisation's code that corresponds to a purchase's.
func authorised(code string) string {
	switch code[:2] {
	case "14":
		return "02" + code[2:]
	case "13":
		return "03" + code[2:]
	}
	return code
}

func (s *Sandbox) keep(page string, c card) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.secure[page] = c
}

func (s *Sandbox) take(page string) (card, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.secure[page]
	delete(s.secure, page)
	return c, ok
}

func (s *Sandbox) waits(page string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.secure[page]
	return ok
}
