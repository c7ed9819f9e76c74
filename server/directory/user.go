package directory

import (
	"cmp"
	"encoding/json"
	"strings"

	"sahn/server/person"
)

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User"

// userKinds are the attributes that are kept of a person.
var userKinds = kinds{"userName": "", "externalId": "", "displayName": "", "active": "", "name": "complex", "emails": "many"}

// user is what a directory says of a person.
type user struct {
	UserName    string   `json:"userName"`
	ExternalID  string   `json:"externalId,omitempty"`
	DisplayName string   `json:"displayName,omitempty"`
	Name        fullName `json:"name,omitzero"`
	Emails      []email  `json:"emails,omitempty"`
	Active      *truth   `json:"active,omitempty"`
}

type fullName struct {
	Formatted  string `json:"formatted,omitempty"`
	GivenName  string `json:"givenName,omitempty"`
	FamilyName string `json:"familyName,omitempty"`
}

type email struct {
	Value   string `json:"value"`
	Type    string `json:"type,omitempty"`
	Primary truth  `json:"primary,omitempty"`
}

// truth is a boolean, which Entra also writes as the text "True" or "False".
type truth bool

func (t *truth) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(strings.Trim(string(raw), `"`)) {
	case "true":
		*t = true
	case "false":
		*t = false
	case "null":
	default:
		return invalid("A boolean is true or false.")
	}
	return nil
}

// maxText is how long a text that is kept may be.
const maxText = 256

// userOf reads what a directory says of a person. What is not kept is left out; address is by which the person is known here.
func userOf(doc resource) (u user, address string, err error) {
	raw, err := json.Marshal(doc)
	if err != nil {
		return u, "", err
	}
	if err := json.Unmarshal(raw, &u); err != nil {
		return u, "", invalid("An attribute is of another kind than the schema says.")
	}
	for _, text := range []string{u.UserName, u.ExternalID, u.DisplayName, u.Name.Formatted, u.Name.GivenName, u.Name.FamilyName} {
		if len(text) > maxText {
			return u, "", invalid("A text is longer than 256 bytes.")
		}
	}
	u.UserName = strings.TrimSpace(u.UserName)
	if u.UserName == "" {
		return u, "", invalid("userName is required.")
	}
	typed := u.UserName
	for _, is := range []func(e email) bool{func(e email) bool { return true }, func(e email) bool { return bool(e.Primary) },
		func(e email) bool { return strings.EqualFold(e.Type, "work") }} {
		for _, e := range u.Emails {
			if is(e) && e.Value != "" {
				typed = e.Value
				break
			}
		}
	}
	if len(u.Emails) > 10 {
		return u, "", invalid("A person has at most ten addresses.")
	}
	address, err = person.Canonical(typed)
	if err != nil {
		return u, "", invalid("emails, or userName where there are none, must have a valid address.")
	}
	return u, address, nil
}

// called is the name under which an admin sees somebody who has not accepted the invitation yet.
func (u user) called(address string) string {
	name := cmp.Or(u.DisplayName, u.Name.Formatted, strings.TrimSpace(u.Name.GivenName+" "+u.Name.FamilyName))
	if line, err := person.Line("name", name, 100); err == nil {
		return line
	}
	local, _, _ := strings.Cut(address, "@")
	return local
}
