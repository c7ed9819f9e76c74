package person

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/oklog/ulid/v2"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Passkey is one of a person's passkeys. Stopped is since when it is not taken any more, because a copy of it was seen.
type Passkey struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Made    time.Time  `json:"made"`
	Used    *time.Time `json:"used"`
	Stopped *time.Time `json:"stopped"`
}

// PasskeysReply lists passkeys, the oldest first. On: they work under the address of this app.
type PasskeysReply struct {
	Data []Passkey `json:"data"`
	On   bool      `json:"on"`
}

// operates reports whether a caller's passkeys are those of an operator, which stand beside the app.
func operates(who web.Caller) bool { return who.ClientType == "Operator" }

// Passkeys lists the caller's passkeys: an operator sees those of the kitchen, everybody else those that sign in.
func (p *People) Passkeys(ctx context.Context, who web.Caller, _ Nothing) (PasskeysReply, error) {
	rows, err := db.New(p.db).PasskeysOf(ctx, who.PersonID, operates(who))
	all := make([]Passkey, len(rows))
	for i, r := range rows {
		all[i] = Passkey{r.ID, r.Name, r.MadeAt.UTC(), r.UsedAt, r.StoppedAt}
	}
	return PasskeysReply{all, p.party != nil}, err
}

func refsOf(keys []db.PasskeysOfRow) []PasskeyRef {
	refs := make([]PasskeyRef, len(keys))
	for i, k := range keys {
		refs[i] = PasskeyRef{string(protocol.PublicKeyCredentialType), base64.RawURLEncoding.EncodeToString(k.Credential), k.Transports}
	}
	return refs
}

// PasskeyOfferRequest proves the caller's identity again, by password or by a sign-in code. An operator proves the password and, by Code,
// the app.
type PasskeyOfferRequest struct {
	Password string `json:"password,omitempty" validate:"max=1000"`
	OTP      string `json:"otp,omitempty" validate:"max=20"`
	Code     string `json:"code,omitempty" validate:"max=24"`
}

// PasskeyOffer is what a browser needs to make a passkey: PublicKeyCredentialCreationOptions of WebAuthn as JSON.
type PasskeyOffer struct {
	Challenge   string           `json:"challenge"`
	RP          PasskeyParty     `json:"rp"`
	User        PasskeyUser      `json:"user"`
	Params      []PasskeyParam   `json:"pubKeyCredParams"`
	Timeout     int              `json:"timeout"` // ms
	Exclude     []PasskeyRef     `json:"excludeCredentials"`
	Selection   PasskeySelection `json:"authenticatorSelection"`
	Attestation string           `json:"attestation"`
}

// PasskeyParty is for whom the passkey signs: the name of the app's address.
type PasskeyParty struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// PasskeyUser is how the device lists the passkey; ID is base64url.
type PasskeyUser struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

// PasskeyParam is a kind of signature, by its COSE number.
type PasskeyParam struct {
	Type string `json:"type"`
	Alg  int    `json:"alg"`
}

// PasskeySelection says which devices may make it.
type PasskeySelection struct {
	ResidentKey      string `json:"residentKey"`
	RequireResident  bool   `json:"requireResidentKey"`
	UserVerification string `json:"userVerification"`
}

// PasskeyOfferAnswer is that.
type PasskeyOfferAnswer struct {
	Data PasskeyOffer `json:"data"`
}

// PasskeyAdd lets the caller add a passkey within five minutes, in this browser, once they proved who they are as for a new password.
func (p *People) PasskeyAdd(ctx context.Context, who web.Caller, req PasskeyOfferRequest) (done PasskeyOfferAnswer, err error) {
	if p.party == nil {
		return done, ErrPasskeysOff
	}
	if operates(who) {
		req.OTP = "" // a mailbox is not enough for who has an app
	}
	spent, err := p.confirm(ctx, who, req.Password, req.OTP)
	if err != nil {
		return done, err
	}
	me, err := db.New(p.db).PersonToWrite(ctx, who.PersonID)
	if err != nil {
		return done, err
	}
	if operates(who) {
		if err := p.allowSelf(ctx, who, provingAgain, me.Email); err != nil {
			return done, err
		}
	}
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := errors.Join(tx.PersonHold(ctx, who.PersonID), Still(ctx, tx.Queries, who)); err != nil {
			return err
		}
		if spent != "" {
			if err := p.spend(ctx, tx.Queries, spent); err != nil {
				return err
			}
		}
		if operates(who) {
			if err := p.proveApp(ctx, tx.Queries, who.PersonID, req.Code); err != nil {
				return err
			}
		}
		had, err := tx.PasskeysOf(ctx, who.PersonID, operates(who))
		if err == nil && len(had) >= maxPasskeys {
			err = ErrTooManyPasskeys
		}
		if err != nil {
			return err
		}
		done.Data = p.offer(who, me, refsOf(had))
		done.Data.Challenge, err = p.passkeyAsk(ctx, tx.Queries, who, forPasskeyAdd, who.PersonID)
		return err
	})
	return done, err
}

func (p *People) proveApp(ctx context.Context, q *db.Queries, personID, code string) error {
	on, err := q.FactorOn(ctx, personID)
	if err == nil && !on {
		err = ErrPasskeyApp
	}
	if err != nil {
		return err
	}
	_, err = p.proveFactor(ctx, q, personID, code)
	return atField("code", err)
}

func (p *People) offer(who web.Caller, me db.PersonToWriteRow, had []PasskeyRef) PasskeyOffer {
	offer := PasskeyOffer{RP: PasskeyParty{p.party.Config.RPID, p.mail.Brand()},
		User:    PasskeyUser{base64.RawURLEncoding.EncodeToString(handleOf(who.PersonID, operates(who))), me.Email, me.Name},
		Timeout: int(passkeyLife.Milliseconds()), Exclude: had, Attestation: "none",
		Selection: PasskeySelection{ResidentKey: "required", RequireResident: true, UserVerification: "required"}}
	if operates(who) {
		// It is asked for by its name, so the device need not offer it on the sign-in page of eaters.
		offer.RP.Name, offer.User.Name = factorIssuer, me.Email+" · "+factorIssuer
		offer.Selection = PasskeySelection{ResidentKey: "discouraged", UserVerification: "required"}
	}
	for _, one := range webauthn.CredentialParametersRecommendedL3() {
		offer.Params = append(offer.Params, PasskeyParam{string(one.Type), int(one.Algorithm)})
	}
	return offer
}

// PasskeyMade is what a browser answers with: a registration response of WebAuthn as JSON, each field base64url.
type PasskeyMade struct {
	ID                string   `json:"id" validate:"required,max=1400"`
	ClientDataJSON    string   `json:"client_data" validate:"required,max=4000"`
	AttestationObject string   `json:"attestation" validate:"required,max=12000"`
	Transports        []string `json:"transports" validate:"max=10,dive,max=20"`
}

func (m PasskeyMade) parse() (*protocol.ParsedCredentialCreationData, error) {
	raw, ok := decoded(m.ID, m.ClientDataJSON, m.AttestationObject)
	if !ok {
		return nil, ErrPasskey
	}
	parsed, err := protocol.CredentialCreationResponse{
		PublicKeyCredential: protocol.PublicKeyCredential{
			Credential: protocol.Credential{ID: m.ID, Type: string(protocol.PublicKeyCredentialType)}, RawID: raw[0]},
		AttestationResponse: protocol.AuthenticatorAttestationResponse{
			AuthenticatorResponse: protocol.AuthenticatorResponse{ClientDataJSON: raw[1]}, AttestationObject: raw[2]},
	}.Parse()
	if err != nil {
		return nil, ErrPasskey
	}
	return parsed, nil
}

// PasskeyMakeRequest is a new passkey, and how its owner calls it. Without a name it is called after the browser.
type PasskeyMakeRequest struct {
	Passkey PasskeyMade `json:"passkey"`
	Name    string      `json:"name,omitempty" validate:"max=240"`
}

// PasskeyReply is one passkey.
type PasskeyReply struct {
	Data Passkey `json:"data"`
}

const passkeyName = 60 // letters

// passkeyNamed is how the caller calls a passkey, or without a name that of the browser ("Chrome · Android").
func passkeyNamed(who web.Caller, typed string) (string, error) {
	return Line("name", cmp.Or(typed, strings.Replace(deviceNamed(who.Agent), " on ", " · ", 1), "Passkey"), passkeyName)
}

// PasskeyMake keeps a passkey that the caller's device made after PasskeyAdd. The person is told by mail.
func (p *People) PasskeyMake(ctx context.Context, who web.Caller, req PasskeyMakeRequest) (done PasskeyReply, err error) {
	if p.party == nil {
		return done, ErrPasskeysOff
	}
	name, err := passkeyNamed(who, req.Name)
	if err != nil {
		return done, err
	}
	made, err := req.Passkey.parse()
	if err != nil {
		return done, err
	}
	challenge := made.Response.CollectedClientData.Challenge
	if personID, err := p.passkeyAnswer(ctx, who, forPasskeyAdd, challenge); err != nil {
		return done, err
	} else if personID != who.PersonID {
		return done, ErrPasskey
	}
	owner := passkeyOwner{handle: handleOf(who.PersonID, operates(who))}
	key, err := p.party.CreateCredential(owner, webauthn.SessionData{Challenge: challenge, UserID: owner.handle,
		UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersRecommendedL3()}, made)
	if err != nil {
		return done, ErrPasskey
	}
	done.Data = Passkey{ID: ulid.Make().String(), Name: name, Made: p.now().UTC()}
	row := db.PasskeyMakeParams{PersonID: who.PersonID, ID: done.Data.ID, Operator: operates(who), Credential: key.ID,
		PublicKey: key.PublicKey, Signs: int64(key.Authenticator.SignCount), Synced: key.Flags.BackupEligible,
		Transports: knownTransports(req.Passkey.Transports), Name: name, Now: p.now()}
	return done, p.changePasskeys(ctx, who, "added", func(ctx context.Context, tx db.Tx) (string, error) {
		if operates(who) {
			if on, err := tx.FactorOn(ctx, who.PersonID); err != nil {
				return "", err
			} else if !on {
				return "", ErrPasskeyApp
			}
		}
		n, err := tx.PasskeyMake(ctx, row)
		if err == nil && n == 0 {
			err = ErrPasskeyHad
		}
		return name, err
	})
}

// knownTransports are those of the ways to reach a passkey that WebAuthn names; a device may name others, which help nobody.
func knownTransports(said []string) []string {
	known := []string{}
	for _, one := range []string{"usb", "nfc", "ble", "smart-card", "hybrid", "internal"} {
		if slices.Contains(said, one) {
			known = append(known, one)
		}
	}
	return known
}

// changePasskeys adds or removes one of the caller's passkeys, which change returns the name of. Its person is told by mail, and an
// operator's change is recorded.
func (p *People) changePasskeys(ctx context.Context, who web.Caller, what string,
	change func(ctx context.Context, tx db.Tx) (name string, err error)) error {
	return db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := errors.Join(tx.PersonHold(ctx, who.PersonID), Still(ctx, tx.Queries, who)); err != nil {
			return err
		}
		name, err := change(ctx, tx)
		if err != nil {
			return err
		}
		if operates(who) {
			if err := audit.Write(ctx, tx.Queries, audit.Act{At: p.now(), Who: who.ProfileID, Kind: "staff.passkey_" + what,
				Subject: who.ProfileID}); err != nil {
				return err
			}
		}
		return p.queue.InsertTx(ctx, tx, PasskeyChanged{Person: who.PersonID, At: p.now(), What: what, Name: name, Operator: operates(who)}, nil)
	})
}

// PasskeyNameRequest is a new name for one of the caller's passkeys. Without one it is called after the browser.
type PasskeyNameRequest struct {
	ID   string `path:"id" validate:"required,max=64"`
	Name string `json:"name,omitempty" validate:"max=240"`
}

// PasskeyRename names one of the caller's passkeys anew.
func (p *People) PasskeyRename(ctx context.Context, who web.Caller, req PasskeyNameRequest) (Said, error) {
	name, err := passkeyNamed(who, req.Name)
	if err != nil {
		return Said{}, err
	}
	err = InTx(ctx, p.db, who, func(ctx context.Context, tx db.Tx) error {
		n, err := tx.PasskeyRename(ctx, name, who.PersonID, req.ID, operates(who))
		if err == nil && n == 0 {
			err = fault.ErrNotFound
		}
		return err
	})
	return Said{Message: "The passkey is renamed."}, err
}

// PasskeyRequest names one of the caller's passkeys.
type PasskeyRequest struct {
	ID string `path:"id" validate:"required,max=64"`
}

// PasskeyRemove takes away one of the caller's passkeys, also the last one: there is always a code by mail. The person is told by mail.
func (p *People) PasskeyRemove(ctx context.Context, who web.Caller, req PasskeyRequest) (Said, error) {
	return Said{Message: "The passkey is removed."}, p.changePasskeys(ctx, who, "removed",
		func(ctx context.Context, tx db.Tx) (string, error) {
			name, err := tx.PasskeyRemove(ctx, who.PersonID, req.ID, operates(who))
			return name, db.NoneIs(err, fault.ErrNotFound)
		})
}
