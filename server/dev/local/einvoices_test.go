package local_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/einvoice"
)

func TestTheDemosProviderTakesADocumentOnceAndHasDeliveredItWhenItIsAsked(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(local.NewEInvoices("/einvoices", "its-token"))
	t.Cleanup(server.Close)
	to, err := url.Parse(server.URL + "/einvoices")
	require.NoError(t, err)
	provider := einvoice.Provider{URL: to, Token: "its-token", HTTP: server.Client()}
	shown := func() string {
		got, err := http.Get(to.String())
		require.NoError(t, err)
		defer got.Body.Close()
		var text [4096]byte
		n, _ := got.Body.Read(text[:])
		return string(text[:n])
	}
	ctx := t.Context()
	document := []byte(`<Invoice xmlns:cbc="c"><cbc:UBLVersionID>2.1</cbc:UBLVersionID><cbc:ID>INV-7</cbc:ID></Invoice>`)
	for range 2 {
		said, err := provider.Send(ctx, "uuid-1", document)
		require.NoError(t, err)
		require.Equal(t, einvoice.Answer{ID: "demo-uuid-1", State: einvoice.Accepted}, said)
	}
	require.Regexp(t, `(?s)^\[[^{]*\{[^{]*"number": "INV-7",[^{]*"accepted"[^{]*\]\s*$`, shown(), "once")
	said, err := provider.Ask(ctx, "demo-uuid-1")
	require.NoError(t, err)
	require.Equal(t, einvoice.Delivered, said.State)
	require.Contains(t, shown(), `"state": "delivered"`)
	said, err = provider.Ask(ctx, "demo-of-before-a-restart")
	require.NoError(t, err)
	require.Equal(t, einvoice.Delivered, said.State)
	said, err = provider.Send(ctx, "uuid-2", []byte("<Invoice/>"))
	require.NoError(t, err)
	require.Equal(t, einvoice.Rejected, said.State)
	provider.Token = "another"
	_, err = provider.Send(ctx, "uuid-3", document)
	require.ErrorAs(t, err, &einvoice.Later{})
}
