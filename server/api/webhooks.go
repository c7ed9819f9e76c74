package api

import (
	"github.com/swaggest/jsonschema-go"
	"github.com/swaggest/openapi-go/openapi31"

	"sahn/server/webhook"
)

// addWebhooks describes what companies' webhooks are sent, one operation for each kind of event.
func addWebhooks(spec *openapi31.Spec) error {
	spec.Webhooks = map[string]openapi31.PathItemOrReference{}
	for _, kind := range webhook.Kinds {
		reflector := jsonschema.Reflector{}
		reflector.DefaultOptions = append(reflector.DefaultOptions, jsonschema.InterceptProp(require), jsonschema.InlineRefs)
		data, err := reflector.Reflect(webhook.DataOf[kind])
		if err != nil {
			return err
		}
		shape, err := data.ToSchemaOrBool().ToSimpleMap()
		if err != nil {
			return err
		}
		text := func(more map[string]any) map[string]any { more["type"] = "string"; return more }
		body := map[string]any{"type": "object", "required": []string{"type", "timestamp", "version", "company_id", "data"},
			"properties": map[string]any{"type": text(map[string]any{"const": kind}), "timestamp": text(map[string]any{"format": "date-time"}),
				"version": map[string]any{"type": "integer"}, "company_id": text(map[string]any{}), "data": shape}}
		op := (&openapi31.Operation{}).WithID(operationID("webhook", "/"+kind)).WithTags(tags["webhook"]).WithSummary("Is sent as " + kind).
			WithDescription("Signed as Standard Webhooks says: the headers webhook-id, webhook-timestamp and webhook-signature.").
			WithRequestBody(openapi31.RequestBodyOrReference{RequestBody: &openapi31.RequestBody{
				Content: map[string]openapi31.MediaType{"application/json": {Schema: body}}}})
		op.Security = []map[string][]string{{"webhookSignature": {}}}
		op.Responses = (&openapi31.Responses{}).WithMapOfResponseOrReferenceValuesItem("2XX",
			openapi31.ResponseOrReference{Response: &openapi31.Response{Description: "It arrived."}})
		spec.Webhooks[kind] = openapi31.PathItemOrReference{PathItem: (&openapi31.PathItem{}).WithPost(*op)}
	}
	return nil
}
