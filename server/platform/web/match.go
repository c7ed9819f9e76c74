package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"

	"sahn/server/platform/fault"
)

const matchHeader = "If-Match"

// ErrChanged refuses an edit of something that is no longer what its writer had read.
var ErrChanged = fault.New(fault.Changed, "changed_meanwhile", "Somebody changed this meanwhile. Please look again.")

// Tagged is an answer that names the state of the thing it shows: an edit whose If-Match has that tag is refused once the state is another.
type Tagged interface{ ETag() string }

// TagOf is a strong entity tag of what a thing is shown as, in its quotes.
func TagOf(shown any) (string, error) {
	raw, err := json.Marshal(shown)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return `"` + hex.EncodeToString(sum[:12]) + `"`, nil
}

// Matches reports whether an If-Match allows an edit of what has this tag. Without one, and with *, it does; a weak tag never does.
func Matches(ifMatch, tag string) bool {
	if ifMatch = strings.TrimSpace(ifMatch); ifMatch == "" || ifMatch == "*" {
		return true
	}
	for one := range strings.SplitSeq(ifMatch, ",") {
		if strings.TrimSpace(one) == tag {
			return true
		}
	}
	return false
}

// Conditional reports whether a route does nothing when its If-Match names another state.
func (r Route) Conditional() bool {
	asked := r.Endpoint.Request
	if asked == nil {
		return false
	}
	for i := range asked.NumField() {
		if asked.Field(i).Tag.Get("header") == matchHeader {
			return true
		}
	}
	return false
}

// Tags reports whether the answer of a route brings an ETag.
func (r Route) Tags() bool {
	return r.Endpoint.Done != nil && r.Endpoint.Done.Implements(reflect.TypeFor[Tagged]())
}
