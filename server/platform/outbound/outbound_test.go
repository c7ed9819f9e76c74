package outbound_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/outbound"
)

func TestAnAddressThatSomebodyTypedLeadsIntoNoPrivateNetwork(t *testing.T) {
	t.Parallel()
	for address, public := range map[string]bool{
		"127.0.0.1": false, "127.8.8.8": false, "10.0.0.1": false, "172.16.3.4": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "224.0.0.1": false, "255.255.255.255": false, "198.18.0.1": false,
		"192.0.2.1": false, "240.0.0.1": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fd00::1": false,
		"ff02::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "64:ff9b::7f00:1": false,
		"2002:7f00:1::": false, "2001:0:1::1": false, "2001:db8::1": false, "fec0::1": false,
		"8.8.8.8": true, "172.32.0.1": true, "20.190.128.1": true, "2606:4700::1111": true, "2a00:1450:4001::1": true, "::ffff:8.8.8.8": true,
	} {
		require.Equal(t, public, outbound.Public(netip.MustParseAddr(address)), address)
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("this machine was asked") }))
	defer server.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "https://"), ":")
	for _, address := range []string{server.URL, "https://localhost:" + port, "https://[::ffff:127.0.0.1]:" + port, "http://8.8.8.8:443",
		"https://8.8.8.8:22"} {
		_, err := outbound.Client(false).Get(address)
		require.ErrorIs(t, err, outbound.ErrRefused, address)
	}
}

func TestAnAnswerIsCutWhereItIsTooLargeAndARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/large", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, strings.Repeat("x", outbound.Largest+1))
	}))
	defer server.Close()
	ask := func(path string) (*http.Response, string) {
		reply, err := outbound.Client(true).Get(server.URL + path)
		require.NoError(t, err)
		defer reply.Body.Close()
		body, err := io.ReadAll(reply.Body)
		require.NoError(t, err)
		return reply, string(body)
	}
	_, body := ask("/large")
	require.Len(t, body, outbound.Largest)
	reply, _ := ask("/away")
	require.Equal(t, http.StatusFound, reply.StatusCode)
}
