package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// statuses is the only mapping from a kind of fault to an HTTP status.
var statuses = map[fault.Kind]int{
	fault.Invalid: 422, fault.Refused: 403, fault.NotFound: 404, fault.Conflict: 409, fault.TooMany: 429, fault.Unavailable: 503,
	fault.Unsigned: 401, fault.Unproved: 401, fault.Credentials: 401, fault.Token: 419, fault.TooLarge: 413, fault.Outdated: 426,
	fault.Locked: 423, fault.Changed: 412,
}

type problem struct {
	Message string              `json:"message"`
	Reason  string              `json:"reason,omitempty"`
	Errors  map[string][]string `json:"errors,omitempty"`
	Detail  any                 `json:"detail,omitempty"`
}

// Fail writes an error: a fault in its own words, every other error as one sentence without details.
func (e *Edge) Fail(c fiber.Ctx, err error) error {
	err = db.Outage(err)
	if f := fault.As(err); f != nil {
		if f.Retry > 0 {
			c.Set("Retry-After", strconv.Itoa(int(f.Retry.Seconds()+0.999)))
		}
		if f.Kind == fault.Unavailable {
			e.Log.Warn("unavailable", "id", c.GetRespHeader("X-Request-Id"), "error", err.Error())
		}
		body := problem{Message: f.Message, Errors: f.Fields, Detail: f.Detail}
		switch f.Kind {
		case fault.Unsigned, fault.Credentials, fault.Token, fault.TooMany:
		default:
			body.Reason = f.Reason
		}
		return write(c, statuses[f.Kind], body)
	}
	if f, ok := errors.AsType[*fiber.Error](err); ok {
		return write(c, f.Code, problem{Message: routeSentence(c, f.Code)})
	}
	e.Log.Error("internal", "id", c.GetRespHeader("X-Request-Id"), "route", c.Route().Path, "error", err.Error())
	return write(c, fiber.StatusInternalServerError, problem{Message: "Server Error"})
}

func routeSentence(c fiber.Ctx, code int) string {
	path := strings.TrimPrefix(c.Path(), "/")
	switch code {
	case fiber.StatusNotFound:
		return fmt.Sprintf("The route %s could not be found.", path)
	case fiber.StatusMethodNotAllowed:
		return fmt.Sprintf("The %s method is not supported for route %s. Supported methods: %s.", c.Method(), path, c.GetRespHeader("Allow"))
	case fiber.StatusRequestEntityTooLarge:
		return "The request is too large."
	}
	return "The given data was invalid."
}

// problemOf is a failure as programs with an API key read it (RFC 9457), beside what the app reads; state is what the app calls detail.
type problemOf struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Said   string `json:"detail"`
	problem
	State any `json:"state,omitempty"`
}

// write follows Laravel's format: what a program aborts with is indented, what an application answers is compact.
func write(c fiber.Ctx, status int, body problem) error {
	encode, said, kind := json.Marshal, any(body), "application/json"
	if keyOfRequest(c) != "" {
		p := problemOf{Type: "about:blank", Title: http.StatusText(status), Status: status, Said: body.Message, problem: body, State: body.Detail}
		if said, kind = p, "application/problem+json"; p.Title == "" {
			p.Title = body.Message // of 419, which HTTP does not know
			said = p
		}
	}
	switch status {
	case 403, 404, 405, 419, 429, 500, 503:
		encode = func(v any) ([]byte, error) { return json.MarshalIndent(v, "", "    ") }
	}
	b, err := encode(said)
	if err != nil {
		return err
	}
	c.Set("Content-Type", kind)
	c.Set("Cache-Control", "no-cache, private")
	return c.Status(status).Send(b)
}
