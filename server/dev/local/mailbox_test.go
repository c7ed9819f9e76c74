package local_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/wneessen/go-mail"

	"sahn/server/dev/local"
)

func startMailbox(t *testing.T, dir string) *local.Mailbox {
	t.Helper()
	m, err := local.StartMailbox(local.Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Stop()) })
	return m
}

func send(t *testing.T, m *local.Mailbox, to, subject, text, html string) {
	t.Helper()
	msg := mail.NewMsg()
	require.NoError(t, msg.FromFormat("Sahn", "hello@sahn.ae"))
	require.NoError(t, msg.To(to))
	msg.Subject(subject)
	msg.SetDateWithValue(time.Date(2026, 11, 23, 8, 30, 0, 0, time.UTC))
	msg.SetBodyString(mail.TypeTextPlain, text)
	if html != "" {
		msg.AddAlternativeString(mail.TypeTextHTML, html)
	}
	require.NoError(t, msg.AttachReader("invoice.txt", strings.NewReader("999999")))
	u, err := url.Parse(m.URL())
	require.NoError(t, err)
	port, err := strconv.Atoi(u.Port())
	require.NoError(t, err)
	c, err := mail.NewClient(u.Hostname(), mail.WithPort(port), mail.WithTLSPolicy(mail.NoTLS))
	require.NoError(t, err)
	require.NoError(t, c.DialAndSendWithContext(t.Context(), msg))
}

func TestAMailArrivesAsItWasWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := startMailbox(t, dir)
	text := "مرحبا، رمزك هو\n\n482913\n\nA line = with an equals sign that is longer than the seventy-six characters of quoted-printable."
	html := "<p>رمزك هو <b>482913</b></p>"
	send(t, m, "Mira@Example.ae", "رمز الدخول إلى صحن: 482913", text, html)

	mails, err := m.Mails(10)
	require.NoError(t, err)
	require.Len(t, mails, 1)
	got := mails[0]
	require.Equal(t, `"Sahn" <hello@sahn.ae>`, got.From)
	require.Equal(t, []string{"mira@example.ae"}, got.To)
	require.Equal(t, "رمز الدخول إلى صحن: 482913", got.Subject)
	require.Equal(t, time.Date(2026, 11, 23, 8, 30, 0, 0, time.UTC), got.Date)
	require.Equal(t, text, got.Text)
	require.Equal(t, html, got.HTML)
	require.Equal(t, "482913", got.Code)

	require.NoError(t, m.Stop())
	after, err := startMailbox(t, dir).Mails(10)
	require.NoError(t, err)
	require.Equal(t, mails, after, "and it is there after a restart")
}

func TestTheNewestFiveHundredMailsAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 500 {
		name := fmt.Sprintf("20250101T000000.%09dZ.eml", i)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("Subject: old\r\n\r\n"), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "half.eml.new"), nil, 0o600))
	m := startMailbox(t, dir)
	require.NoFileExists(t, filepath.Join(dir, "half.eml.new"))
	send(t, m, "a@example.ae", "first", "1", "")
	send(t, m, "a@example.ae", "second", "2", "")

	mails, err := m.Mails(1000)
	require.NoError(t, err)
	require.Len(t, mails, 500)
	require.Equal(t, []string{"second", "first", "old"}, []string{mails[0].Subject, mails[1].Subject, mails[2].Subject})
	require.Equal(t, "20250101T000000.000000002Z", mails[499].ID, "the two oldest made room")
}

func TestMailsKeepTheirOrderWhenTheClockGoesBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ahead := "21000101T000000.999999999Z.eml"
	require.NoError(t, os.WriteFile(filepath.Join(dir, ahead), []byte("Subject: ahead\r\n\r\n"), 0o600))
	m := startMailbox(t, dir)
	send(t, m, "a@example.ae", "newest", "", "")
	mails, err := m.Mails(1)
	require.NoError(t, err)
	require.Equal(t, "newest", mails[0].Subject)
}

func TestAMailThatCannotBeUnderstoodShowsWhatIsThere(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	raw := func(body string) {
		require.NoError(t,
			smtp.SendMail(strings.TrimPrefix(m.URL(), "smtp://"), nil, "x@example.ae", []string{"hidden@example.ae"}, []byte(body)))
	}
	raw("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntorn")
	raw("no head at all")
	mails, err := m.Mails(2)
	require.NoError(t, err)
	require.Contains(t, mails[0].Text, "no head at all")
	require.Equal(t, "torn", mails[1].Text)
	require.Equal(t, []string{"hidden@example.ae"}, mails[1].To, "also who is in no header")
}

func TestAMailThatIsTooLargeIsRefused(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	addr := strings.TrimPrefix(m.URL(), "smtp://")
	err := smtp.SendMail(addr, nil, "x@example.ae", []string{"a@example.ae"}, []byte(strings.Repeat("0123456789\r\n", 1<<20)))
	require.Error(t, err)
	mails, err := m.Mails(1)
	require.NoError(t, err)
	require.Empty(t, mails)
}

func TestTheListIsOfOnePersonsMails(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	send(t, m, "mira@example.ae", "one", "Code 111111", "")
	send(t, m, "omar@example.ae", "two", "Code 222222", "")
	send(t, m, "mira@example.ae", "three", "Order 12345678 has no code", "")
	list := func(query string) (subjects, codes []string) {
		w := get(m, "/mailbox.json"+query)
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "application/json", w.Header().Get("Content-Type"))
		var mails []local.Mail
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &mails))
		for _, mail := range mails {
			subjects, codes = append(subjects, mail.Subject), append(codes, mail.Code)
		}
		return subjects, codes
	}
	subjects, codes := list("?to=Mira@example.ae")
	require.Equal(t, []string{"three", "one"}, subjects)
	require.Equal(t, []string{"", "111111"}, codes)
	subjects, _ = list("?limit=2")
	require.Equal(t, []string{"three", "two"}, subjects)
	require.Equal(t, "[]\n", get(m, "/mailbox.json?to=nobody@example.ae").Body.String())
}

func TestThePageLetsAMailDoNothing(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	send(t, m, "mira@example.ae", `<img src=x onerror="alert(1)">`, "</pre><script>alert(2)</script>", `<script>alert(3)</script>"><b>x</b>`)
	w := get(m, "/mailbox?to=mira@example.ae")
	require.Equal(t, http.StatusOK, w.Code)
	page := w.Body.String()
	for _, raw := range []string{"<img", "<script>alert", `"><b>`} {
		require.NotContains(t, page, raw)
	}
	require.Contains(t, page, `<iframe sandbox srcdoc="&lt;script&gt;alert(3)`)
	policy := w.Header().Get("Content-Security-Policy")
	require.Contains(t, policy, "default-src 'none'")
	_, nonce, _ := strings.Cut(policy, "script-src 'nonce-")
	nonce, _, _ = strings.Cut(nonce, "'")
	require.Equal(t, 1, strings.Count(page, "<script"))
	require.Contains(t, page, `<script nonce="`+nonce+`">`)
	require.Equal(t, http.StatusMethodNotAllowed, do(m, http.MethodPost, "/mailbox").Code)
}

func TestOnlyThisMachinesOwnNamesReachTheMailbox(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	send(t, m, "mira@example.ae", "Hello", "482913", "")
	for host, fine := range map[string]bool{"127.0.0.1:8081": true, "localhost:8081": true, "localhost": true, "[::1]:8081": true,
		"127.0.0.2": true, "evil.example": false, "evil.example:8081": false, "localhost.evil.example": false,
		"127.0.0.1.evil.example:8081": false, "10.0.0.7:8081": false, "": false} {
		for _, path := range []string{"/mailbox", "/mailbox.json"} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			m.Handler().ServeHTTP(w, r)
			require.Equal(t, fine, w.Code == http.StatusOK, "%q %s", host, path)
			require.Equal(t, fine, strings.Contains(w.Body.String(), "482913"), "%q %s", host, path)
		}
	}
}

func TestAMailboxThatStopsAtOnceLetsGoOfItsPort(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	require.NoError(t, m.Stop())
	_, err := net.Dial("tcp", strings.TrimPrefix(m.URL(), "smtp://"))
	require.Error(t, err)
}

func get(m *local.Mailbox, path string) *httptest.ResponseRecorder {
	return do(m, http.MethodGet, path)
}

func do(m *local.Mailbox, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(method, "http://127.0.0.1:8081"+path, nil))
	return w
}
