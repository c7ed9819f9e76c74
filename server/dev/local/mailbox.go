package local

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Mailbox is a mail server inside this process that delivers nothing: it stores each mail as an .eml file for a person, or a test, to
// read.
type Mailbox struct {
	dir      string
	server   *smtp.Server
	listener net.Listener
	served   sync.WaitGroup
	once     sync.Once
	stopErr  error

	mu   sync.Mutex
	last string // name of the newest mail
}

const (
	keptMails    = 500
	largestMail  = 10 << 20 // bytes
	mailNameForm = "20060102T150405.000000000Z"
)

// StartMailbox starts the server on a port of 127.0.0.1. It requires no password and offers no encryption.
func StartMailbox(o Options) (*Mailbox, error) {
	dir, err := makeDir(o.Dir)
	if err != nil {
		return nil, err
	}
	halfWritten, _ := filepath.Glob(filepath.Join(dir, "*.new"))
	for _, path := range halfWritten {
		os.Remove(path)
	}
	m := &Mailbox{dir: dir}
	names, err := m.names()
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		m.last = names[0]
	}
	m.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &delivery{box: m}, nil }))
	m.server.Domain = "localhost"
	m.server.MaxMessageBytes = largestMail
	m.server.MaxRecipients = 100
	m.server.ReadTimeout, m.server.WriteTimeout = time.Minute, time.Minute
	m.server.EnableSMTPUTF8 = true
	if m.listener, err = net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(o.Port)); err != nil {
		return nil, err
	}
	m.served.Go(func() {
		if err := m.server.Serve(m.listener); err != nil {
			o.log().Error("the mailbox takes no more mail", "cause", err)
		}
	})
	return m, nil
}

// URL is the server's SMTP address.
func (m *Mailbox) URL() string { return "smtp://" + m.listener.Addr().String() }

// Stop ends all connections; a mail that is still being sent is not accepted. It may be called more than once.
func (m *Mailbox) Stop() error {
	m.once.Do(func() {
		m.stopErr = m.server.Close()
		m.listener.Close() // the server does not know it yet when Stop follows at once
		m.served.Wait()
	})
	return m.stopErr
}

// Mails reads the newest mails, newest first.
func (m *Mailbox) Mails(limit int) ([]Mail, error) {
	names, err := m.names()
	if err != nil {
		return nil, err
	}
	mails := []Mail{}
	for _, name := range names[:min(limit, len(names))] {
		raw, err := os.ReadFile(filepath.Join(m.dir, name))
		if os.IsNotExist(err) {
			continue // deleted meanwhile to make room for newer ones
		}
		if err != nil {
			return nil, err
		}
		mails = append(mails, readMail(strings.TrimSuffix(name, ".eml"), raw))
	}
	return mails, nil
}

// names are the files, newest first.
func (m *Mailbox) names() ([]string, error) {
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".eml") {
			names = append(names, e.Name())
		}
	}
	slices.Reverse(names)
	return names, nil
}

func (m *Mailbox) keep(raw []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := time.Now().UTC()
	name := at.Format(mailNameForm) + ".eml"
	for ; name <= m.last; name = at.Format(mailNameForm) + ".eml" { // the clock did not advance or went back
		newest, err := time.Parse(mailNameForm+".eml", m.last)
		if err != nil {
			return err
		}
		at = newest.Add(time.Nanosecond)
	}
	if err := writeWhole(filepath.Join(m.dir, name), raw); err != nil {
		return err
	}
	m.last = name
	names, err := m.names()
	if err != nil {
		return err
	}
	for _, old := range names[min(keptMails, len(names)):] {
		if err := os.Remove(filepath.Join(m.dir, old)); err != nil {
			return err
		}
	}
	return nil
}

// delivery is one client's SMTP session.
type delivery struct {
	box *Mailbox
	to  []string
}

func (d *delivery) Mail(string, *smtp.MailOptions) error      { return nil }
func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error { d.to = append(d.to, to); return nil }
func (d *delivery) Reset()                                    { d.to = nil }
func (d *delivery) Logout() error                             { return nil }

// Data stores the mail, with its actual recipients in the header.
func (d *delivery) Data(body io.Reader) error {
	var raw bytes.Buffer
	for _, to := range d.to {
		fmt.Fprintf(&raw, "Delivered-To: %s\r\n", to)
	}
	if _, err := raw.ReadFrom(body); err != nil {
		return err
	}
	return d.box.keep(raw.Bytes())
}
