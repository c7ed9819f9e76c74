package mail

var webhookLetter = letterNamed("webhook")

// Webhook is the mail to a company's admin about a webhook that was switched off. Gone: its address answered that it is gone, else nothing
// arrived there for five days.
type Webhook struct {
	Name, Company, URL string
	Gone               bool
}

// Webhook writes the letter.
func (s *Sender) Webhook(id string, to To, w Webhook) (Message, error) {
	return s.write(webhookLetter, id, to, struct {
		Webhook
		Button button
	}{w, button{"See your company", s.link("dashboard", "company-profile")}})
}
