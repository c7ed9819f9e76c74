// Package mail writes mails and sends them over SMTP. Its promises: a mail arrives once, and at most once more, under the same Message-ID,
// after a crash; nothing that a person typed can add a header or a recipient, or becomes markup.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// ErrRefused says that the mail server will never accept this message, so a retry is useless.
var ErrRefused = errors.New("the mail server refused the message")

// ErrUncertain says that the mail server got the whole message and its answer was lost.
var ErrUncertain = errors.New("the mail server may have taken the message")

// ErrAway says that the mail server could not be reached, let nobody in, or was gone before it answered: nothing was wrong with the letter,
// and no other would have left. Errors of jobs keep its words, by which the letters that wait for it are found.
var ErrAway = errors.New("the mail server is away")

// Message is one mail. ID is any string that stays the same when the mail is sent again.
type Message struct {
	ID      string
	To      string
	Subject string
	Text    string
	HTML    string
}

// Sender sends through a mail server, and writes the mails. Public is the app's address for links: always the configured one, never what a
// request claims.
type Sender struct {
	Public *url.URL

	client *gomail.Client
	from   mail.Address

	looked atomic.Int64 // when letters that wait for this mail server were last looked for
}

const timeout = 15 * time.Second

// New reads smtp://user:password@host:port (STARTTLS when the server offers it), the same with ?starttls=always or
// never, or smtps:// (TLS from the first byte). A password is only ever sent over TLS. from is an address with a name:
// "Sahn <hello@sahn.example>".
func New(address, from string) (*Sender, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("mail server: not an address like smtp://host:port")
	}
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("mail sender %q: %w", from, err)
	}
	options := []gomail.Option{gomail.WithTimeout(timeout)}
	switch secure := u.Query().Get("starttls"); {
	case u.Scheme == "smtps":
		options = append(options, gomail.WithSSL(), gomail.WithPort(465))
	case u.Scheme != "smtp":
		return nil, fmt.Errorf("mail server: scheme %q is neither smtp nor smtps", u.Scheme)
	case secure == "" || secure == "auto":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic), gomail.WithPort(587))
	case secure == "always":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithPort(587))
	case secure == "never":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS), gomail.WithPort(25))
	default:
		return nil, fmt.Errorf("mail server: starttls=%s is neither auto, always nor never", secure)
	}
	if u.Port() != "" {
		port, err := strconv.Atoi(u.Port())
		if err != nil {
			return nil, fmt.Errorf("mail server: port: %w", err)
		}
		options = append(options, gomail.WithPort(port))
	}
	if user := u.User.Username(); user != "" {
		if u.Query().Get("starttls") == "never" {
			return nil, errors.New("mail server: a password needs TLS, so starttls=never cannot have one")
		}
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(user), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return &Sender{client: client, from: *sender}, nil
}

// Brand is the name that mails come from.
func (s *Sender) Brand() string { return s.from.Name }

// Send gives a message to the mail server. ErrRefused is final; every other error may be retried, and only after ErrUncertain can the
// retry deliver the message twice. ErrAway is about no letter in particular, which a server that refuses one for now is.
func (s *Sender) Send(ctx context.Context, m Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err = s.client.DialAndSendWithContext(limited, msg)
	if err == nil || msg.IsDelivered() { // a failed QUIT after the delivery changes nothing
		return nil
	}
	failed, ok := errors.AsType[*gomail.SendError](err)
	switch {
	case ok && failed.Reason == gomail.ErrSMTPDataClose && failed.ErrorCode() == 0:
		return ErrUncertain
	case ok && !failed.IsTemp() && failed.ErrorCode() >= 500:
		return fmt.Errorf("%w: %d", ErrRefused, failed.ErrorCode())
	case ok && failed.ErrorCode() > 0: // the error's own text names the recipient, and errors are logged
		return fmt.Errorf("mail server: %s, code %d", failed.Reason, failed.ErrorCode())
	case ctx.Err() != nil: // it was us who ended it
		return ctx.Err()
	case ok:
		return fmt.Errorf("%w: %s", ErrAway, failed.Reason)
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

// Reach connects to the mail server as for a message, signs in and sends nothing: an error says why no mail would go out.
func (s *Sender) Reach(ctx context.Context) error {
	server, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	_ = s.client.CloseWithSMTPClient(server) // a failed QUIT changes nothing
	return nil
}

func (s *Sender) compose(m Message) (*gomail.Msg, error) {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(&s.from)
	to, err := mail.ParseAddress(m.To)
	if err != nil || to.Name != "" || to.Address != m.To {
		return nil, errors.New("not an address")
	}
	msg.ToMailAddress(to)
	msg.Subject(m.Subject)
	_, host, _ := strings.Cut(s.from.Address, "@")
	msg.SetMessageIDWithValue(m.ID + "@" + host)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}
