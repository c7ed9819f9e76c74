package person

import (
	"context"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

const (
	passkeyLife = 5 * time.Minute // in which a challenge is answered
	maxPasskeys = 10              // of one person: more are a mistake
)

// What a passkey's challenge is for, beside the purposes of codes.
const (
	forPasskey         = "passkey"          // signs in; nobody knows yet who
	forPasskeyAdd      = "passkey-add"      // adds one to a signed-in person
	forPasskeyOperator = "passkey-operator" // an operator's second step
)

// answering limits challenges of passkeys and their answers. It has no pace for an address: a signature cannot be guessed, and a pace would
// let strangers hold its owner up.
var answering = limits{name: "passkey", browser: 60, ip: 600, net: 1800, all: 40_000}

// The refusals of a passkey. ErrPasskey is the same for one that nobody has, of somebody else, and for a wrong signature.
var (
	ErrPasskey = fault.New(fault.Invalid, "passkey_wrong",
		"This passkey does not sign in here. Use a code or your password.")
	ErrPasskeyOver    = fault.New(fault.Invalid, "passkey_over", "That took too long. Please try again.")
	ErrPasskeyStopped = fault.New(fault.Refused, "passkey_stopped",
		"This passkey seems to have been copied and is not taken any more. Sign in in another way, remove it and add a new one.")
	ErrPasskeysOff     = fault.New(fault.Conflict, "passkeys_off", "Passkeys need an address with a name. This app is opened by a number.")
	ErrPasskeyHad      = fault.New(fault.Conflict, "passkey_had", "This passkey is registered already.")
	ErrTooManyPasskeys = fault.New(fault.Conflict, "passkey_most", "You have ten passkeys. Remove one that you do not use first.")
	ErrPasskeyApp      = fault.New(fault.Conflict, "passkey_app", "Set up an app for codes first. A passkey stands beside it.")
)

// relyingParty checks what passkeys sign, for the address under which the app is served. It is nil where passkeys do not work: browsers
// refuse them for a number instead of a name.
func relyingParty(public *url.URL) *webauthn.WebAuthn {
	if public == nil || protocol.ValidateRPID(public.Hostname()) != nil {
		return nil
	}
	party, err := webauthn.New(&webauthn.Config{RPID: public.Hostname(), RPOrigins: []string{public.Scheme + "://" + public.Host}})
	if err != nil {
		return nil
	}
	return party
}

// PasskeyRef names a passkey to a browser; ID is base64url.
type PasskeyRef struct {
	Type       string   `json:"type"`
	ID         string   `json:"id"`
	Transports []string `json:"transports"`
}

// PasskeyAsk is what a browser needs to let a passkey sign: PublicKeyCredentialRequestOptions of WebAuthn as JSON.
type PasskeyAsk struct {
	Challenge        string       `json:"challenge"`
	RPID             string       `json:"rpId"`
	Timeout          int          `json:"timeout"` // ms
	UserVerification string       `json:"userVerification"`
	AllowCredentials []PasskeyRef `json:"allowCredentials"` // empty: the device knows whom it can sign in
}

// PasskeyAskAnswer is that.
type PasskeyAskAnswer struct {
	Data PasskeyAsk `json:"data"`
}

// PasskeySigned is what a browser answers with: an authentication response of WebAuthn as JSON, each field base64url.
type PasskeySigned struct {
	ID                string `json:"id" validate:"required,max=1400"`
	ClientDataJSON    string `json:"client_data" validate:"required,max=4000"`
	AuthenticatorData string `json:"authenticator_data" validate:"required,max=4000"`
	Signature         string `json:"signature" validate:"required,max=4000"`
	UserHandle        string `json:"user_handle,omitempty" validate:"max=120"`
}

func (s PasskeySigned) parse() (*protocol.ParsedCredentialAssertionData, error) {
	raw, ok := decoded(s.ID, s.ClientDataJSON, s.AuthenticatorData, s.Signature, s.UserHandle)
	if !ok {
		return nil, ErrPasskey
	}
	parsed, err := protocol.CredentialAssertionResponse{
		PublicKeyCredential: protocol.PublicKeyCredential{
			Credential: protocol.Credential{ID: s.ID, Type: string(protocol.PublicKeyCredentialType)}, RawID: raw[0]},
		AssertionResponse: protocol.AuthenticatorAssertionResponse{
			AuthenticatorResponse: protocol.AuthenticatorResponse{ClientDataJSON: raw[1]},
			AuthenticatorData:     raw[2], Signature: raw[3], UserHandle: raw[4]},
	}.Parse()
	if err != nil {
		return nil, ErrPasskey
	}
	return parsed, nil
}

// decoded are texts in base64url.
func decoded(texts ...string) (raw [][]byte, ok bool) {
	for _, text := range texts {
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if err != nil {
			return nil, false
		}
		raw = append(raw, b)
	}
	return raw, true
}

// passkeyAsk makes a challenge in the caller's browser, for a person or, with "", for whoever answers it.
func (p *People) passkeyAsk(ctx context.Context, q *db.Queries, who web.Caller, purpose, personID string) (challenge string, err error) {
	id, now := ulid.Make().String(), p.now()
	err = q.PasskeyAsk(ctx, db.PasskeyAskParams{ID: id, Purpose: purpose, PersonID: personID, Browser: who.Browser, Now: now,
		ExpiresAt: now.Add(passkeyLife)})
	return base64.RawURLEncoding.EncodeToString(append([]byte(id), p.keys.MAC([]byte("passkey:"+id))...)), err
}

// passkeyAnswer spends the challenge that was signed, whether the rest of the answer is right or not, and returns for whom it was made.
// Like a code it is stored nowhere: the server's secret makes it of the id of its row, which it begins with.
func (p *People) passkeyAnswer(ctx context.Context, who web.Caller, purpose, challenge string) (personID string, err error) {
	raw, ok := decoded(challenge)
	if !ok || len(raw[0]) <= 26 {
		return "", ErrPasskey
	}
	id, mac := string(raw[0][:26]), raw[0][26:]
	if !slices.ContainsFunc(p.keys.MACs([]byte("passkey:"+id)), func(own []byte) bool { return string(own) == string(mac) }) {
		return "", ErrPasskey
	}
	personID, err = db.New(p.db).PasskeyAnswer(ctx, p.now(), id, who.Browser, purpose)
	return personID, db.NoneIs(err, ErrPasskeyOver)
}

// passkeyOwner is a person as WebAuthn sees them: the handle that their devices keep, and the one passkey that answered.
type passkeyOwner struct {
	handle []byte
	keys   []webauthn.Credential
}

// handleOf names a person to their devices. An operator's passkeys are others than those of the same person as an eater.
func handleOf(personID string, operator bool) []byte {
	if operator {
		return []byte("kitchen:" + personID)
	}
	return []byte(personID)
}

func (o passkeyOwner) WebAuthnID() []byte                         { return o.handle }
func (o passkeyOwner) WebAuthnName() string                       { return "" }
func (o passkeyOwner) WebAuthnDisplayName() string                { return "" }
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// signedBy reports whether a passkey signed its challenge here, with its user verified. It returns the passkey's counter.
func (p *People) signedBy(key db.PasskeyFindRow, operator bool, answer *protocol.ParsedCredentialAssertionData) (uint32, bool) {
	owner := passkeyOwner{handle: handleOf(key.PersonID, operator), keys: []webauthn.Credential{{ID: key.Credential, PublicKey: key.PublicKey,
		Flags: webauthn.CredentialFlags{BackupEligible: key.Synced}, Authenticator: webauthn.Authenticator{SignCount: uint32(key.Signs)}}}}
	_, err := p.party.ValidateLogin(owner, webauthn.SessionData{Challenge: answer.Response.CollectedClientData.Challenge,
		UserID: owner.handle, UserVerification: protocol.VerificationRequired}, answer)
	return answer.Response.AuthenticatorData.Counter, err == nil
}

// counts is the rule for counters: a device that does not count says 0 for ever; any other one says more each time. A number that is not
// higher comes from a copy of the key, or follows one.
func counts(had, now uint32) bool { return had == 0 && now == 0 || now > had }
