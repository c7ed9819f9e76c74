// Package outbound asks servers whose addresses people typed. Its promise: no such address leads into a private network, whatever its name
// resolves to, and no answer takes longer or is larger than agreed.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// Limits of one request.
const (
	Timeout = 5 * time.Second
	Largest = 1 << 20 // bytes of an answer
)

// ErrRefused is the answer to a request that would leave the public internet.
var ErrRefused = errors.New("outbound: this address is not on the public internet")

// Client asks servers on the public internet, over https on port 443. It follows no redirects and uses no proxy. loopback also allows this
// machine, over http and on any port: for the demo and for tests.
func Client(loopback bool) *http.Client {
	dialer := &net.Dialer{Timeout: Timeout, ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		// The address is the one that is connected to: nothing resolves the name again after this.
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%w: %s", ErrRefused, address)
		}
		if loopback && to.Addr().Unmap().IsLoopback() || to.Port() == 443 && Public(to.Addr()) {
			return nil
		}
		return fmt.Errorf("%w: %s", ErrRefused, address)
	}}
	transport := &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxIdleConns: 20, MaxIdleConnsPerHost: 2,
		IdleConnTimeout: 30 * time.Second, TLSHandshakeTimeout: Timeout, ResponseHeaderTimeout: Timeout, MaxResponseHeaderBytes: 64 << 10}
	return &http.Client{Transport: bounded{transport, loopback}, Timeout: Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// bounded refuses plain http, and cuts an answer that is too large, so that it cannot be read.
type bounded struct {
	next     http.RoundTripper
	loopback bool
}

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !b.loopback {
		return nil, fmt.Errorf("%w: %s", ErrRefused, r.URL.Scheme)
	}
	reply, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	reply.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(reply.Body, Largest), reply.Body}
	return reply, nil
}

// reserved are the networks beyond those that netip knows as private: of carriers, of documentation and tests, of old ways from IPv4 to
// IPv6 that lead anywhere, and those that are kept for later.
var reserved = func() (all []netip.Prefix) {
	for _, network := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
		"5f00::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(network))
	}
	return all
}()

// Public reports whether an address is one of the public internet.
func Public(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, network := range reserved {
		if network.Contains(a) {
			return false
		}
	}
	return true
}
