package main

import (
	"log/slog"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/keys"
)

// inTheOpen is all that a server needs which people can reach.
var inTheOpen = map[string]string{
	"PUBLIC_URL": "https://lunch.example.com", "DATABASE_URL": "postgres://db/sahn", "REDIS_URL": "rediss://cache",
	"SMTP_URL": "smtps://mail.example.com", "MAIL_FROM": "Sahn <hello@lunch.example.com>", "APP_SECRET": "a secret of thirty-two characters",
	"PAYMENT_MERCHANT_IDENTIFIER": "Merchant", "PAYMENT_ACCESS_CODE": "Access", "PAYMENT_REQUEST_PHRASE": "a phrase for requests",
	"PAYMENT_RESPONSE_PHRASE": "a phrase for responses",
}

// read reads these settings and no others. The environment belongs to the whole process, so these tests run one after another.
func read(t *testing.T, settings map[string]string) (config, error) {
	t.Helper()
	for name := range inTheOpen {
		t.Setenv(name, settings[name])
	}
	t.Setenv("DEMO", "true")
	t.Setenv("DATA_DIR", t.TempDir())
	for name, value := range settings {
		t.Setenv(name, value)
	}
	return readConfig()
}

// On a public address the server refuses to start when a setting that matters is missing or unsafe.
func TestInTheOpenNothingThatMattersHasADefault(t *testing.T) {
	c, err := read(t, inTheOpen)
	require.NoError(t, err)
	require.False(t, c.Demo)
	require.False(t, c.sandboxed())
	require.Empty(t, c.host(), "it listens for everybody")
	for name := range inTheOpen {
		if name == "PUBLIC_URL" {
			continue
		}
		without := maps.Clone(inTheOpen)
		without[name] = ""
		_, err := read(t, without)
		require.Error(t, err, name)
	}
	for name, value := range map[string]string{"PUBLIC_URL": "http://lunch.example.com", "APP_SECRET": "short",
		"OPERATOR_SECOND_STEP": "nobody",
		"METRICS_ADDR":         "127.0.0.1:8080", "LOG_LEVEL": "loud", "LOG_FORMAT": "xml",
		"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318",
		"PAYMENT_RESPONSE_PHRASE":     "a phrase for requests", "PAYMENT_PAGE_URL": "https://sbcheckout.payfort.com/FortAPI/paymentPage"} {
		wrong := maps.Clone(inTheOpen)
		wrong[name] = value
		_, err := read(t, wrong)
		require.Error(t, err, name)
	}
}

func TestInTheOpenThereIsNeitherDemoNorSandbox(t *testing.T) {
	_, err := read(t, inTheOpen)
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	require.ErrorContains(t, demo{}.Run(t.Context(), log), "loopback")
	require.ErrorContains(t, sandbox{}.Run(t.Context(), log), "loopback")
}

func TestOnThisMachineEverythingHasADefaultAndTheSecretStays(t *testing.T) {
	c, err := read(t, nil)
	require.NoError(t, err)
	require.True(t, c.Demo)
	require.True(t, c.sandboxed())
	require.Equal(t, "127.0.0.1", c.host())
	again, err := readConfig()
	require.NoError(t, err)
	require.Equal(t, c.keys, again.keys)
}

func TestTheDemoSendsItsEInvoicesToTheProviderThatItPlaysAndNobodyElseDoes(t *testing.T) {
	c, err := read(t, nil)
	require.NoError(t, err)
	demo, err := c.transmitter()
	require.NoError(t, err)
	require.Equal(t, c.sandboxURL()+"/einvoices", demo.Provider.URL.String())
	c.DemoPast = false
	none, err := c.transmitter()
	require.NoError(t, err)
	require.Nil(t, none, "a server without the demo's invoices")
	c.DemoPast, c.public = true, &url.URL{Scheme: "https", Host: "lunch.example"}
	none, err = c.transmitter()
	require.NoError(t, err)
	require.Nil(t, none)
}

func TestAServerDrainsWhereABalancerIsInFrontOfItOrWhereItIsTold(t *testing.T) {
	for _, c := range []struct {
		settings map[string]string
		said     string
		want     int
	}{{nil, "", 0}, {nil, "5", 5}, {inTheOpen, "", 3}, {inTheOpen, "0", 0}, {nil, "61", -1}, {nil, "-2", -1}} {
		settings := map[string]string{"DRAIN_SECONDS": c.said}
		maps.Copy(settings, c.settings)
		got, err := read(t, settings)
		if c.want < 0 {
			require.ErrorContains(t, err, "DRAIN_SECONDS")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, got.DrainSeconds, settings)
	}
}

func TestASecretIsReplacedByAListOfGoodOnes(t *testing.T) {
	one, two, three := strings.Repeat("1", 32), strings.Repeat("2", 32), strings.Repeat("3", 32)
	for list, want := range map[string]keys.Keys{
		one: {[]byte(one)}, one + "," + two: {[]byte(one), []byte(two)},
		three + ", " + two + " ," + one: {[]byte(three), []byte(two), []byte(one)},
		one + ",":                       nil, "," + one: nil, one + ",,": nil, one + ",short": nil, "short": nil,
		one + "," + two + "," + one:                                   nil,
		one + "," + two + "," + three + "," + strings.Repeat("4", 32): nil,
	} {
		settings := maps.Clone(inTheOpen)
		settings["APP_SECRET"] = list
		c, err := read(t, settings)
		if want == nil {
			require.ErrorContains(t, err, "APP_SECRET", list)
			require.NotContains(t, err.Error(), one, "a message holds no secret")
			continue
		}
		require.NoError(t, err, list)
		require.Equal(t, want, c.keys)
	}
	c, err := read(t, map[string]string{"APP_SECRET": "new,old"})
	require.NoError(t, err)
	require.Equal(t, keys.Keys{[]byte("new"), []byte("old")}, c.keys, "on this machine they may be short")
}

func TestAnAccountWithThePhrasesLeftOutIsRefusedOnThisMachineToo(t *testing.T) {
	_, err := read(t, map[string]string{"PAYMENT_MERCHANT_IDENTIFIER": "Merchant", "PAYMENT_ACCESS_CODE": "Access"})
	require.ErrorContains(t, err, "phrase")
}

func TestAForgottenAddressDoesNotPutTheDemoIntoARealDatabase(t *testing.T) {
	for address, fine := range map[string]bool{"postgres://db.example.com/sahn": false, "postgres://10.0.0.5:5432/sahn": false,
		"nonsense": false, "postgres://sahn@127.0.0.1:5432/sahn": true, "postgres://localhost/sahn": true,
		"host=/tmp/pg user=sahn": true, "": true} {
		_, err := read(t, map[string]string{"DATABASE_URL": address})
		require.Equal(t, fine, err == nil, "%q: %v", address, err)
	}
}

func TestASecretComesFromAFileAndIsInNoEnvironment(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	secret := strings.Repeat("s", 32)
	plain, windows, empty := file("app_secret", secret+"\n"), file("windows", secret+"\r\n"), file("empty", "\n")
	database := file("database", "postgres://sahn:hunter two@db.example.com/sahn")
	for what, c := range map[string]struct {
		settings map[string]string
		wrong    string
	}{
		"a path":                  {map[string]string{"APP_SECRET_FILE": plain}, ""},
		"another system's lines":  {map[string]string{"APP_SECRET_FILE": windows}, ""},
		"a credential of systemd": {map[string]string{"APP_SECRET_FILE": "app_secret", "CREDENTIALS_DIRECTORY": folder}, ""},
		"a path beside them":      {map[string]string{"APP_SECRET_FILE": plain, "CREDENTIALS_DIRECTORY": t.TempDir()}, ""},
		"both":                    {map[string]string{"APP_SECRET_FILE": plain, "APP_SECRET": secret}, "APP_SECRET_FILE are both set"},
		"no such file":            {map[string]string{"APP_SECRET_FILE": filepath.Join(folder, "none")}, "APP_SECRET_FILE: open"},
		"nothing in it":           {map[string]string{"APP_SECRET_FILE": empty}, "APP_SECRET_FILE: the file is empty"},
		"a setting that is wrong": {map[string]string{"APP_SECRET_FILE": plain, "DATABASE_URL_FILE": database, "PUBLIC_URL": ""}, "DATABASE_URL"},
	} {
		t.Run(what, func(t *testing.T) {
			settings := maps.Clone(inTheOpen)
			settings["APP_SECRET"] = ""
			if c.settings["DATABASE_URL_FILE"] != "" {
				settings["DATABASE_URL"] = ""
			}
			maps.Copy(settings, c.settings)
			got, err := read(t, settings)
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				require.NotContains(t, err.Error(), secret, "a message holds no secret")
				require.NotContains(t, err.Error(), "hunter", "a message holds no password")
				return
			}
			require.NoError(t, err)
			require.Equal(t, keys.Keys{[]byte(secret)}, got.keys)
		})
	}
}
