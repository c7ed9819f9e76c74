package directory

import (
	"bytes"
	_ "embed" // what a directory may ask about us
	"encoding/json"
	"net/http"

	"sahn/server/platform/web"
)

//go:embed schema.json
var schemaFile []byte

// described answers what a directory asks about this service: its abilities, its kinds of resources and their attributes.
func (d *Directories) described(a asked, kind string) (reply web.RawReply, err error) {
	if a.method != http.MethodGet {
		return reply, errMethod
	}
	if a.query.Get("filter") != "" {
		return reply, &refusal{status: 403, detail: "This cannot be filtered."}
	}
	var all struct {
		ServiceProviderConfig  resource
		ResourceTypes, Schemas []resource
	}
	if err := json.Unmarshal(bytes.ReplaceAll(schemaFile, []byte("BASE"), []byte(d.Public.String()+base)), &all); err != nil {
		return reply, err
	}
	list := all.Schemas
	switch kind {
	case "ServiceProviderConfig":
		if a.id != "" {
			return reply, errNone
		}
		return written(http.StatusOK, all.ServiceProviderConfig)
	case "ResourceTypes":
		list = all.ResourceTypes
	}
	for _, r := range list {
		if a.id != "" && r["id"] == a.id {
			return written(http.StatusOK, r)
		}
	}
	if a.id != "" {
		return reply, errNone
	}
	return a.listed(func(skip, most int) ([]resource, int, error) {
		return list[min(skip, len(list)):min(skip+most, len(list))], len(list), nil
	})
}
