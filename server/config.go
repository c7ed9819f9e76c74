package main

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/jackc/pgx/v5"

	"sahn/server/einvoice"
	"sahn/server/invoice"
	"sahn/server/payment/aps"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/keys"
)

// config is every setting, read from the environment once. docs/operations.md has a line for each.
type config struct {
	Port        int    `env:"PORT" envDefault:"8080"`
	DataDir     string `env:"DATA_DIR" envDefault:".data"`
	PublicURL   string `env:"PUBLIC_URL"`
	DatabaseURL string `env:"DATABASE_URL"`
	ReplicaURL  string `env:"DATABASE_REPLICA_URL"`
	RedisURL    string `env:"REDIS_URL"`
	SMTPURL     string `env:"SMTP_URL"`
	MailFrom    string `env:"MAIL_FROM"`
	Secret      string `env:"APP_SECRET"`
	SecondStep  string `env:"OPERATOR_SECOND_STEP"`
	IdleMinutes int    `env:"OPERATOR_IDLE_MINUTES" envDefault:"120"`
	LockMinutes int    `env:"OPERATOR_LOCK_MINUTES" envDefault:"30"`
	Proxies     string `env:"TRUSTED_PROXIES"`
	Demo        bool   `env:"DEMO" envDefault:"true"`
	DemoPast    bool   `env:"DEMO_PAST" envDefault:"true"`
	SandboxPort int    `env:"SANDBOX_PORT" envDefault:"8081"`
	PushKey     string `env:"PUSH_KEY"` // web push; one is made when it is empty
	MetricsAddr string `env:"METRICS_ADDR"`
	LogFormat   string `env:"LOG_FORMAT"`
	LogLevel    string `env:"LOG_LEVEL" envDefault:"info"`

	TracesEndpoint string  `env:"OTEL_EXPORTER_OTLP_ENDPOINT"` // traces.go
	TracesHeaders  string  `env:"OTEL_EXPORTER_OTLP_HEADERS"`
	TracesRatio    float64 `env:"OTEL_TRACES_SAMPLER_ARG" envDefault:"1"`

	DatabasePool int `env:"DATABASE_POOL" envDefault:"16"` // connections of one server
	DrainSeconds int `env:"DRAIN_SECONDS" envDefault:"-1"` // -1 is readConfig's choice

	MerchantIdentifier   string `env:"PAYMENT_MERCHANT_IDENTIFIER"`
	AccessCode           string `env:"PAYMENT_ACCESS_CODE"`
	RequestPhrase        string `env:"PAYMENT_REQUEST_PHRASE"`
	ResponsePhrase       string `env:"PAYMENT_RESPONSE_PHRASE"`
	FormerResponsePhrase string `env:"PAYMENT_FORMER_RESPONSE_PHRASE"`
	SHAType              string `env:"PAYMENT_SHA_TYPE" envDefault:"SHA-256"`
	PageURL              string `env:"PAYMENT_PAGE_URL" envDefault:"https://checkout.payfort.com/FortAPI/paymentPage"`
	ApplePay             bool   `env:"PAYMENT_APPLE_PAY"`
	APIURL               string `env:"PAYMENT_API_URL" envDefault:"https://paymentservices.payfort.com/FortAPI/paymentApi"`

	Phone     string `env:"CONTACT_PHONE"`
	WhatsApp  string `env:"CONTACT_WHATSAPP"`
	Instagram string `env:"CONTACT_INSTAGRAM"`
	LinkedIn  string `env:"CONTACT_LINKEDIN"`
	MapsKey   string `env:"MAPS_KEY"`

	CounterSaleLimit    int `env:"COUNTER_SALE_LIMIT" envDefault:"100"` // AED
	CounterDayLimit     int `env:"COUNTER_DAY_LIMIT" envDefault:"300"`  // AED
	CounterOfflineHours int `env:"COUNTER_OFFLINE_HOURS" envDefault:"72"`

	SellerName    string `env:"SELLER_NAME"`
	SellerTRN     string `env:"SELLER_TRN"`
	SellerAddress string `env:"SELLER_ADDRESS"`
	SellerBank    string `env:"SELLER_BANK"` // lines parted by |
	SellerEmail   string `env:"SELLER_EMAIL"`

	EInvoiceURL   string `env:"EINVOICE_URL"` // transmitter
	EInvoiceToken string `env:"EINVOICE_TOKEN"`
	EInvoiceFrom  string `env:"EINVOICE_FROM"`

	WhatsAppNumber  string `env:"WHATSAPP_PHONE_NUMBER_ID"` // whatsapp.go
	WhatsAppToken   string `env:"WHATSAPP_TOKEN"`
	WhatsAppSecret  string `env:"WHATSAPP_APP_SECRET"`
	WhatsAppVerify  string `env:"WHATSAPP_VERIFY_TOKEN"`
	WhatsAppVersion string `env:"WHATSAPP_API_VERSION" envDefault:"v25.0"`
	WhatsAppURL     string `env:"WHATSAPP_API_URL" envDefault:"https://graph.facebook.com"`

	public  *url.URL
	keys    keys.Keys
	proxies []netip.Prefix
}

// readConfig reads the settings and refuses unsafe ones: on any address but a loopback one, a setting whose default makes sense only on a
// developer's machine has no default.
func readConfig() (c config, err error) {
	given, err := settings(env.ToMap(os.Environ()))
	if err != nil {
		return c, err
	}
	if err := env.ParseWithOptions(&c, env.Options{Environment: given}); err != nil {
		return c, err
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://localhost:" + strconv.Itoa(c.Port)
	}
	if c.public, err = url.Parse(strings.TrimSuffix(c.PublicURL, "/")); err != nil || c.public.Host == "" ||
		(c.public.Scheme != "http" && c.public.Scheme != "https") {
		return c, fmt.Errorf("PUBLIC_URL: %q is not an http address", c.PublicURL)
	}
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil {
		return c, fmt.Errorf("DATA_DIR: %w", err)
	}
	for p := range strings.SplitSeq(c.Proxies, ",") {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(p)
		if err != nil {
			return c, fmt.Errorf("TRUSTED_PROXIES: %w", err)
		}
		c.proxies = append(c.proxies, prefix)
	}
	if c.DatabasePool < 2 || c.DatabasePool > 1000 {
		return c, errors.New("DATABASE_POOL must be from 2 to 1000")
	}
	if c.DrainSeconds < -1 || c.DrainSeconds > 60 {
		return c, errors.New("DRAIN_SECONDS must be from 0 to 60")
	}
	if c.DrainSeconds == -1 {
		if c.DrainSeconds = 3; c.local() {
			c.DrainSeconds = 0
		}
	}
	if c.IdleMinutes < 5 {
		return c, errors.New("OPERATOR_IDLE_MINUTES must be at least 5")
	}
	if c.LockMinutes < 2 {
		return c, errors.New("OPERATOR_LOCK_MINUTES must be at least 2")
	}
	if min(c.CounterSaleLimit, c.CounterDayLimit, c.CounterOfflineHours) < 1 {
		return c, errors.New("COUNTER_SALE_LIMIT, COUNTER_DAY_LIMIT and COUNTER_OFFLINE_HOURS must be at least 1")
	}
	if err := errors.Join(c.checkMetrics(), c.checkTraces(), c.checkLog(), c.checkEInvoices(), c.checkWhatsApp()); err != nil {
		return c, err
	}
	switch c.SecondStep {
	case "":
		if c.SecondStep = string(person.RequiredOfManagers); c.local() {
			c.SecondStep = string(person.RequiredOfNobody)
		}
	case string(person.RequiredOfNobody), string(person.RequiredOfManagers), string(person.RequiredOfAll):
	default:
		return c, fmt.Errorf("OPERATOR_SECOND_STEP: %q is none of nobody, managers and everybody", c.SecondStep)
	}
	if c.local() {
		if c.MailFrom == "" {
			c.MailFrom = "Sahn <hello@sahn.example>"
		}
		c.SellerName, c.SellerTRN = cmp.Or(c.SellerName, "Sahn Meals LLC"), cmp.Or(c.SellerTRN, "100000000000003")
		c.SellerAddress = cmp.Or(c.SellerAddress, "Warehouse 4, Street 8, Al Quoz 3, Dubai, United Arab Emirates")
		c.SellerBank = cmp.Or(c.SellerBank, "Example Bank, Dubai|Sahn Meals LLC|IBAN AE07 0331 2345 6789 0123 456")
		c.SellerEmail = cmp.Or(c.SellerEmail, "accounts@sahn.example")
		return c, errors.Join(c.provider().Validate(), c.nearby(), c.findSecret())
	}
	var missing []error
	for name, value := range map[string]string{"DATABASE_URL": c.DatabaseURL, "REDIS_URL": c.RedisURL, "SMTP_URL": c.SMTPURL,
		"MAIL_FROM": c.MailFrom, "APP_SECRET": c.Secret, "PAYMENT_MERCHANT_IDENTIFIER": c.MerchantIdentifier,
		"PAYMENT_ACCESS_CODE": c.AccessCode} {
		if value == "" {
			missing = append(missing, fmt.Errorf("%s must be set, because PUBLIC_URL is not a loopback address", name))
		}
	}
	if c.SecondStep == string(person.RequiredOfNobody) {
		missing = append(missing, errors.New("OPERATOR_SECOND_STEP must be managers or everybody, because PUBLIC_URL is not a loopback address"))
	}
	if c.public.Scheme != "https" {
		missing = append(missing, errors.New("PUBLIC_URL must be https, because it is not a loopback address"))
	}
	c.Demo = false
	if c.Secret != "" {
		missing = append(missing, c.splitSecret())
	}
	settings := c.provider()
	if settings.Test() {
		missing = append(missing,
			errors.New("PAYMENT_PAGE_URL and PAYMENT_API_URL are a test environment's, but PUBLIC_URL is not a loopback address"))
	}
	return c, errors.Join(append(missing, settings.Validate())...)
}

// settings are those of an environment. Any of them may come from a file that NAME_FILE names, less the newline at its end, so that a
// secret is in no environment. A name without a folder is one of systemd's credentials, where there are such.
func settings(environment map[string]string) (map[string]string, error) {
	fields, err := env.GetFieldParams(&config{})
	if err != nil {
		return nil, err
	}
	var wrong []error
	for _, f := range fields {
		path := environment[f.Key+"_FILE"]
		if path == "" {
			continue
		}
		if environment[f.Key] != "" {
			wrong = append(wrong, fmt.Errorf("%s and %[1]s_FILE are both set: leave one out", f.Key))
			continue
		}
		if credentials := environment["CREDENTIALS_DIRECTORY"]; credentials != "" && filepath.Base(path) == path {
			path = filepath.Join(credentials, path)
		}
		content, err := os.ReadFile(path)
		value := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
		if err == nil && value == "" {
			err = errors.New("the file is empty")
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s_FILE: %w", f.Key, err))
		}
		environment[f.Key] = value
	}
	return environment, errors.Join(wrong...)
}

// local reports whether the app is only reachable from this machine: then, and only then, there may be a card sandbox, a
// mailbox page, demo people and embedded databases.
func (c config) local() bool {
	host := c.public.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// nearby refuses another machine's database behind a loopback address: it may be the real one, with PUBLIC_URL forgotten, where the demo
// and the card sandbox would do damage.
func (c config) nearby() error {
	if c.ReplicaURL != "" && c.DatabaseURL == "" {
		return errors.New("DATABASE_REPLICA_URL is a replica of DATABASE_URL, which must be set too")
	}
	return errors.Join(onThisMachine("DATABASE_URL", c.DatabaseURL), onThisMachine("DATABASE_REPLICA_URL", c.ReplicaURL))
}

func onThisMachine(name, address string) error {
	if address == "" {
		return nil
	}
	database, err := pgx.ParseConfig(address)
	if err != nil {
		return fmt.Errorf("%s: not an address like postgres://user:password@host:port/name", name)
	}
	ip := net.ParseIP(database.Host)
	if database.Host == "localhost" || strings.HasPrefix(database.Host, "/") || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s is on another machine, so PUBLIC_URL must be the address at which people reach the app", name)
}

// host is where the server listens: with a sandbox and demo people, only for this machine.
func (c config) host() string {
	if c.local() {
		return "127.0.0.1"
	}
	return ""
}

// sandboxed reports whether the card sandbox replaces the provider.
func (c config) sandboxed() bool { return c.local() && c.MerchantIdentifier == "" }

func (c config) sandboxURL() string { return "http://127.0.0.1:" + strconv.Itoa(c.SandboxPort) }

// provider is the account with the card provider; the sandbox's own where there is none.
func (c config) provider() aps.Settings {
	if c.sandboxed() {
		return aps.Settings{MerchantIdentifier: "SahnSandbox", AccessCode: "SandboxAccess", RequestPhrase: "sandbox-request-phrase",
			ResponsePhrase: "sandbox-response-phrase", SHAType: "SHA-256", PageURL: c.sandboxURL() + "/FortAPI/paymentPage",
			APIURL: c.sandboxURL() + "/FortAPI/paymentApi"}
	}
	return aps.Settings{MerchantIdentifier: c.MerchantIdentifier, AccessCode: c.AccessCode, RequestPhrase: c.RequestPhrase,
		ResponsePhrase: c.ResponsePhrase, FormerResponsePhrase: c.FormerResponsePhrase, SHAType: c.SHAType, PageURL: c.PageURL, APIURL: c.APIURL}
}

// transmitter sends e-invoices to the accredited provider that is set, or that the demo plays; nil where there is none.
func (c config) transmitter() (*invoice.Transmitter, error) {
	every := time.Duration(0)
	if c.EInvoiceURL == "" && c.EInvoiceToken == "" && c.EInvoiceFrom == "" {
		if !c.sandboxed() || !c.DemoPast {
			return nil, nil
		}
		c.EInvoiceURL, c.EInvoiceToken, c.EInvoiceFrom, every = c.sandboxURL()+einvoicesPath, demoEInvoiceToken, "2020-01-01", time.Minute
	}
	to, err := url.Parse(c.EInvoiceURL)
	if err != nil || to.Host == "" || to.Scheme != "https" && !(c.local() && to.Scheme == "http") {
		return nil, errors.New("EINVOICE_URL: it must be the https address of the accredited provider")
	}
	from, err := clock.ParseDate(c.EInvoiceFrom)
	if err != nil {
		return nil, errors.New("EINVOICE_FROM: it must be the day, like 2027-01-01, from which on documents are sent")
	}
	if c.EInvoiceToken == "" {
		return nil, errors.New("EINVOICE_TOKEN must be set beside EINVOICE_URL")
	}
	return &invoice.Transmitter{From: from, Every: every, Provider: einvoice.Provider{URL: to, Token: c.EInvoiceToken,
		HTTP: &http.Client{Timeout: 30 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}}, nil
}

func (c config) checkEInvoices() error {
	_, err := c.transmitter()
	return err
}

// seller is who our tax invoices come from.
func (c config) seller() invoice.Seller {
	return invoice.Seller{Name: c.SellerName, TRN: c.SellerTRN, Address: c.SellerAddress, Bank: strings.ReplaceAll(c.SellerBank, "|", "\n"),
		Email: c.SellerEmail}
}

// maxSecrets is how many secrets there may be: more than a replacement needs, and few enough that a guessed code stays a bad guess.
const maxSecrets = 3

// splitSecret reads the list of secrets, the first of which makes what is new.
func (c *config) splitSecret() error {
	seen := map[string]bool{}
	for one := range strings.SplitSeq(c.Secret, ",") {
		one = strings.TrimSpace(one)
		switch {
		case one == "" || len(one) < 32 && !c.local():
			return errors.New("APP_SECRET must have at least 32 characters, and in a list with commas each secret must")
		case seen[one]:
			return errors.New("APP_SECRET names a secret twice")
		}
		seen[one], c.keys = true, append(c.keys, []byte(one))
	}
	if len(c.keys) > maxSecrets {
		return fmt.Errorf("APP_SECRET may be a list of at most %d secrets", maxSecrets)
	}
	return nil
}

// findSecret keeps a secret in the data folder of a machine that sets none, so that codes and tokens outlive a restart.
func (c *config) findSecret() error {
	if c.Secret != "" {
		return c.splitSecret()
	}
	path := filepath.Join(c.DataDir, "secret")
	if b, err := os.ReadFile(path); err == nil && len(b) >= 32 {
		c.keys = keys.Keys{b}
		return nil
	}
	b := make([]byte, 32)
	rand.Read(b)
	secret := []byte(hex.EncodeToString(b))
	c.keys = keys.Keys{secret}
	if err := os.MkdirAll(c.DataDir, 0o755); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	return os.WriteFile(path, secret, 0o600)
}
