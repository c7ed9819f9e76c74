package person_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/person"
)

// authenticator is the part of a phone that makes passkeys and signs with them (WebAuthn, ES256). What a test changes is what a thief or a
// page of somebody else could change.
type authenticator struct {
	t      *testing.T
	id     []byte
	key    *ecdsa.PrivateKey
	handle []byte
	signs  uint32

	origin, rpID string
	unverified   bool // nobody showed it a finger
}

func phone(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	id := make([]byte, 20)
	rand.Read(id)
	return &authenticator{t: t, id: id, key: key, origin: own, rpID: "app.example"}
}

// copied is a copy of its key in other hands.
func (a *authenticator) copied() *authenticator { c := *a; return &c }

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func (a *authenticator) client(kind, challenge string) []byte {
	a.t.Helper()
	said, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	require.NoError(a.t, err)
	return said
}

// data is the authenticator's part of what is signed; made are the bytes of a new key.
func (a *authenticator) data(made []byte) []byte {
	site := sha256.Sum256([]byte(a.rpID))
	flags := byte(0x01)
	if !a.unverified {
		flags |= 0x04
	}
	if made != nil {
		flags |= 0x40
	}
	return append(binary.BigEndian.AppendUint32(append(site[:], flags), a.signs), made...)
}

// make makes the passkey that an offer asks for.
func (a *authenticator) make(offer person.PasskeyOffer) fields {
	a.t.Helper()
	var err error
	a.handle, err = base64.RawURLEncoding.DecodeString(offer.User.ID)
	require.NoError(a.t, err)
	public, err := a.key.PublicKey.Bytes()
	require.NoError(a.t, err)
	made := binary.BigEndian.AppendUint16(make([]byte, 16), uint16(len(a.id)))
	made = append(made, a.id...)
	made = append(append(made, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20), public[1:33]...) // COSE: EC2, ES256, P-256, x
	made = append(append(made, 0x22, 0x58, 0x20), public[33:]...)                                            // y
	data := a.data(made)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59"), byte(len(data)>>8), byte(len(data)))
	return fields{"id": b64(a.id), "client_data": b64(a.client("webauthn.create", offer.Challenge)),
		"attestation": b64(append(object, data...)), "transports": []string{"internal", "quantum"}}
}

// sign answers a challenge.
func (a *authenticator) sign(challenge string) fields {
	a.t.Helper()
	client, data := a.client("webauthn.get", challenge), a.data(nil)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, sum[:])
	require.NoError(a.t, err)
	return fields{"id": b64(a.id), "client_data": b64(client), "authenticator_data": b64(data), "signature": b64(signature),
		"user_handle": b64(a.handle)}
}

// next is sign by a device that counts.
func (a *authenticator) next(challenge string) fields {
	a.t.Helper()
	a.signs++
	return a.sign(challenge)
}

// offered is what the server asks a signed-in person's device to make.
func (b *browser) offered(proof fields) person.PasskeyOffer {
	b.place.t.Helper()
	got := b.call("POST", "/api/passkeys/add", proof)
	require.Equal(b.place.t, 200, got.status, got.body)
	var answer person.PasskeyOfferAnswer
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &answer))
	return answer.Data
}

// adds adds a passkey that a device makes, and returns its id.
func (b *browser) adds(a *authenticator, proof fields) string {
	b.place.t.Helper()
	got := b.call("POST", "/api/passkeys", fields{"passkey": a.make(b.offered(proof)), "name": "My phone"})
	require.Equal(b.place.t, 201, got.status, got.body)
	var answer person.PasskeyReply
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &answer))
	return answer.Data.ID
}

// challenge is what the sign-in page asks a device to sign.
func (b *browser) challenge() string {
	b.place.t.Helper()
	got := b.call("POST", "/api/passkey-login/ask", fields{})
	require.Equal(b.place.t, 200, got.status, got.body)
	var answer person.PasskeyAskAnswer
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &answer))
	return answer.Data.Challenge
}

func (b *browser) passkey(signed fields) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/passkey-login", fields{"passkey": signed})
}
