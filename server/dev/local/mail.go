package local

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
	"time"
)

// Mail is a mail in readable form. HTML is the sender's and untrusted: show it in a sandbox only.
type Mail struct {
	ID      string    `json:"id"`
	From    string    `json:"from"`
	To      []string  `json:"to"` // bare addresses of all recipients, lower case
	Subject string    `json:"subject"`
	Date    time.Time `json:"date,omitzero"`
	Text    string    `json:"text"`
	HTML    string    `json:"html"`
	Code    string    `json:"code"` // the one-time code in it: the first number of exactly six digits
}

var code = regexp.MustCompile(`\b\d{6}\b`)

// readMail parses a mail as far as possible. Parts that it cannot parse are shown unchanged.
func readMail(id string, raw []byte) Mail {
	m := Mail{ID: id, To: []string{}}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		m.Text = string(raw)
		return m
	}
	m.From = decodeHeader(msg.Header.Get("From"))
	m.Subject = decodeHeader(msg.Header.Get("Subject"))
	if at, err := msg.Header.Date(); err == nil {
		m.Date = at.UTC()
	}
	m.To = recipients(msg.Header)
	m.readPart(textproto.MIMEHeader(msg.Header), msg.Body, 0)
	m.Code = code.FindString(m.Text)
	return m
}

func decodeHeader(s string) string {
	if decoded, err := new(mime.WordDecoder).DecodeHeader(s); err == nil {
		return decoded
	}
	return s
}

func recipients(h mail.Header) []string {
	all, seen := []string{}, map[string]bool{}
	for _, name := range []string{"To", "Cc", "Delivered-To"} {
		for _, line := range h[name] {
			list, err := mail.ParseAddressList(line)
			if err != nil {
				continue
			}
			for _, a := range list {
				if to := strings.ToLower(a.Address); !seen[to] {
					seen[to] = true
					all = append(all, to)
				}
			}
		}
	}
	return all
}

// readPart keeps the first text and the first HTML that is not an attachment.
func (m *Mail) readPart(h textproto.MIMEHeader, body io.Reader, depth int) {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	if strings.HasPrefix(kind, "multipart/") && depth < 10 {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err != nil {
				return
			}
			m.readPart(part.Header, part, depth+1)
		}
	}
	if how, _, _ := mime.ParseMediaType(h.Get("Content-Disposition")); how == "attachment" {
		return
	}
	switch {
	case kind == "text/plain" && m.Text == "":
		m.Text = readText(h, params["charset"], body)
	case kind == "text/html" && m.HTML == "":
		m.HTML = readText(h, params["charset"], body)
	}
}

func readText(h textproto.MIMEHeader, charset string, body io.Reader) string {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	b, _ := io.ReadAll(body) // of a truncated mail it shows what is there
	if strings.EqualFold(charset, "iso-8859-1") {
		latin := make([]rune, len(b))
		for i, c := range b {
			latin[i] = rune(c)
		}
		return string(latin)
	}
	return strings.ReplaceAll(strings.ToValidUTF8(string(b), "\uFFFD"), "\r\n", "\n")
}
