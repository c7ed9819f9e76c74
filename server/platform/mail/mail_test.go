package mail_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"sahn/server/platform/mail"
)

// post is a mail server that remembers everything, or refuses with an error.
type post struct {
	refuse error
	tls    *tls.Config
	user   string
	after  func(*smtp.Conn) // runs when a mail was taken and before that is answered
	hangUp bool             // right after the answer
	away   atomic.Bool      // whoever connects is left without a word
	breaks string           // the connection does, when this recipient is named

	mu    sync.Mutex
	mails []parcel
}

type parcel struct {
	from string
	to   []string
	raw  []byte
}

func (p *post) open(t *testing.T) string {
	t.Helper()
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{post: p, conn: c}, nil }))
	s.Domain, s.AllowInsecureAuth, s.EnableSMTPUTF8, s.TLSConfig = "localhost", true, true, p.tls
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- s.Serve(door{l, p}) }()
	t.Cleanup(func() { require.NoError(t, s.Close()); <-served })
	return l.Addr().String()
}

// door is where a server listens that may be away.
type door struct {
	net.Listener
	post *post
}

func (d door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	for ; err == nil && d.post.away.Load(); c, err = d.Listener.Accept() {
		_ = c.Close()
	}
	return c, err
}

type session struct {
	post *post
	conn *smtp.Conn
	parcel
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "p@ss word" {
			return smtp.ErrAuthFailed
		}
		s.post.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.from = from; return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if to == s.post.breaks {
		_ = s.conn.Conn().Close()
	}
	if s.post.refuse != nil {
		return s.post.refuse
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) (err error) {
	if s.raw, err = io.ReadAll(r); err != nil {
		return err
	}
	s.post.mu.Lock()
	s.post.mails = append(s.post.mails, s.parcel)
	s.post.mu.Unlock()
	if s.post.after != nil {
		s.post.after(s.conn)
	}
	return nil
}

func (s *session) Reset() {
	if s.post.hangUp && s.raw != nil {
		_ = s.conn.Conn().Close()
	}
	s.parcel = parcel{}
}
func (s *session) Logout() error { return nil }

const from = "Sahn <hello@sahn.example>"

var hello = mail.Message{ID: "1", To: "a@b.example", Subject: "s", Text: "t"}

// senderTo is a sender to a mail server of ours.
func senderTo(t *testing.T, address string) *mail.Sender {
	t.Helper()
	s, err := mail.New("smtp://"+address, from)
	require.NoError(t, err)
	return s
}

func TestAMailSaysWhoItIsFromAndKeepsItsIDWhenItIsSentAgain(t *testing.T) {
	t.Parallel()
	p := &post{}
	s := senderTo(t, p.open(t))
	message, err := s.Code("01CHALLENGE", mail.To{Address: "mariam@harbourline.example"},
		mail.Code{Code: "042917", For: "sign-in", Minutes: 10})
	require.NoError(t, err)
	require.NoError(t, s.Send(t.Context(), message))
	require.NoError(t, s.Send(t.Context(), message))
	require.Len(t, p.mails, 2)
	for _, got := range p.mails {
		require.Equal(t, "hello@sahn.example", got.from)
		require.Equal(t, []string{"mariam@harbourline.example"}, got.to)
		m, err := netmail.ReadMessage(bytes.NewReader(got.raw))
		require.NoError(t, err)
		require.Equal(t, "<01CHALLENGE@sahn.example>", m.Header.Get("Message-Id"))
		require.Equal(t, "Your sign-in code", m.Header.Get("Subject"))
		require.Equal(t, `"Sahn" <hello@sahn.example>`, m.Header.Get("From"))
		require.Equal(t, "auto-generated", m.Header.Get("Auto-Submitted"))
		require.True(t, strings.HasPrefix(m.Header.Get("Content-Type"), "multipart/alternative"), m.Header.Get("Content-Type"))
	}
}

func TestNothingTypedCanAddAHeaderOrARecipient(t *testing.T) {
	t.Parallel()
	p := &post{}
	s := senderTo(t, p.open(t))
	for _, to := range []string{"a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", "A <a@b.example>", "a@b.example\n",
		"", "nobody"} {
		require.ErrorIs(t, s.Send(t.Context(), mail.Message{ID: "1", To: to, Subject: "s", Text: "t"}), mail.ErrRefused, "%q", to)
	}
	require.Empty(t, p.mails)
	require.NoError(t,
		s.Send(t.Context(), mail.Message{ID: "1>\r\nX-Evil: 1", To: "a@b.example", Subject: "s\r\nBcc: c@d.example", Text: "t\r\n.\r\nDATA"}))
	require.Len(t, p.mails, 1)
	require.Equal(t, []string{"a@b.example"}, p.mails[0].to)
	m, err := netmail.ReadMessage(bytes.NewReader(p.mails[0].raw))
	require.NoError(t, err)
	require.Empty(t, m.Header.Get("Bcc"))
	require.Empty(t, m.Header.Get("X-Evil"))
}

func TestARefusalForEverIsToldFromOneForNow(t *testing.T) {
	t.Parallel()
	for code, final := range map[int]bool{550: true, 451: false} {
		p := &post{refuse: &smtp.SMTPError{Code: code, Message: "no a@b.example here"}}
		err := senderTo(t, p.open(t)).Send(t.Context(), hello)
		require.Error(t, err)
		if final {
			require.ErrorIs(t, err, mail.ErrRefused)
		} else {
			require.NotErrorIs(t, err, mail.ErrRefused)
		}
		require.NotErrorIs(t, err, mail.ErrAway, "it answered")
		require.NotContains(t, err.Error(), "b.example", "errors are logged")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	err = senderTo(t, l.Addr().String()).Send(t.Context(), hello)
	require.Error(t, err)
	require.NotErrorIs(t, err, mail.ErrRefused, "an absent server may come back")
	require.ErrorIs(t, err, mail.ErrAway)
	breaks := senderTo(t, (&post{breaks: hello.To}).open(t))
	require.ErrorIs(t, breaks.Send(t.Context(), hello), mail.ErrAway, "it went in the middle")
	ended, end := context.WithCancel(t.Context())
	end()
	err = breaks.Send(ended, hello)
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, mail.ErrAway, "it was us who ended it")
}

func TestAGoodbyeThatGoesWrongTakesNothingBack(t *testing.T) {
	t.Parallel()
	p := &post{hangUp: true}
	require.NoError(t, senderTo(t, p.open(t)).Send(t.Context(), hello))
	require.Len(t, p.mails, 1)
}

// certified is a certificate for this machine, and who trusts it.
func certified(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	t.Cleanup(server.Close)
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	return server.TLS.Certificates[0], trusted
}

func TestThePasswordOfTheAddressIsUsedAndOnlyOverTLS(t *testing.T) {
	t.Parallel()
	certificate, trusted := certified(t)
	p := &post{tls: &tls.Config{Certificates: []tls.Certificate{certificate}}}
	address := p.open(t)
	send := func(address string) error {
		s := senderTo(t, address)
		require.NoError(t, mail.Client(s).SetTLSConfig(&tls.Config{RootCAs: trusted, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}))
		return s.Send(t.Context(), hello)
	}
	require.NoError(t, send("hello%40sahn.example:p%40ss%20word@"+address))
	require.Equal(t, "hello@sahn.example", p.user)
	require.Error(t, send("hello:wrong@"+address))
	require.Len(t, p.mails, 1)

	open := &post{}
	require.Error(t, send("hello%40sahn.example:p%40ss%20word@"+open.open(t)))
	require.Empty(t, open.user)
	require.Empty(t, open.mails)
}

func TestAServerThatCannotProveItselfGetsNothing(t *testing.T) {
	t.Parallel()
	certificate, _ := certified(t)
	p := &post{tls: &tls.Config{Certificates: []tls.Certificate{certificate}}}
	require.Error(t, senderTo(t, "hello:p%40ss%20word@"+p.open(t)).Send(t.Context(), hello))
	require.Empty(t, p.user)
}

func TestEncryptionThatIsAskedForIsNotLeftOut(t *testing.T) {
	t.Parallel()
	p := &post{}
	address := p.open(t) // offers none
	for _, url := range []string{"smtp://" + address + "?starttls=always", "smtps://" + address} {
		s, err := mail.New(url, from)
		require.NoError(t, err)
		require.Error(t, s.Send(t.Context(), hello), url)
	}
	require.Empty(t, p.mails)
}

func TestSettingsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"", from}, {"localhost:25", from}, {"http://localhost", from}, {"smtp://", from}, {"smtp://localhost?starttls=perhaps", from},
		{"smtp://localhost:99999", from}, {"smtp://a:hunter2@localhost?starttls=never", from}, {"smtp://localhost", "nobody"},
		{"smtp://localhost", ""},
	} {
		_, err := mail.New(c[0], c[1])
		require.Error(t, err, "%q from %q", c[0], c[1])
		require.NotContains(t, err.Error(), "hunter2")
	}
	s, err := mail.New("smtp://localhost", from)
	require.NoError(t, err)
	require.Equal(t, "Sahn", s.Brand())
}
