package mail

import gomail "github.com/wneessen/go-mail"

// Lease is how long a letter is left to a server that began to send it.
const Lease = lease

// Client is what a sender speaks to its mail server with.
func Client(s *Sender) *gomail.Client { return s.client }
