package push

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// What a browser's service worker says while no page is open. It has no token of a session, so that each message proves itself: by the
// capability that a notification carries, or by the address that only the browser and its push service know.

// HandleStop switches off a kind for the person who was shown a notification: {"stop": its capability, "kind": …}.
func (p *Pushes) HandleStop(ctx context.Context, _ web.Caller, r web.RawRequest) (web.RawReply, error) {
	var said struct {
		Stop string `json:"stop"`
		Kind string `json:"kind"`
	}
	if err := unpack(r, &said); err != nil {
		return web.RawReply{}, err
	}
	stop, err := base64.RawURLEncoding.DecodeString(said.Stop)
	if err != nil || len(stop) != 16 || !slices.Contains(Kinds, Kind(said.Kind)) {
		return web.RawReply{}, fault.ErrNotFound
	}
	n, err := db.New(p.db).PushStop(ctx, db.PushStopParams{Stop: stop, Kind: said.Kind, QuietFrom: quietFrom, QuietUntil: quietUntil,
		Now: p.now(), Wording: Wording})
	if err != nil {
		return web.RawReply{}, fmt.Errorf("switch off notifications: %w", err)
	}
	return found(n)
}

// HandleMoved keeps the new address of a browser whose push service replaced it: {"before": the address until now, "endpoint": …,
// "p256dh": …, "auth": …}.
func (p *Pushes) HandleMoved(ctx context.Context, _ web.Caller, r web.RawRequest) (web.RawReply, error) {
	var said struct {
		Before string `json:"before"`
		DeviceRequest
	}
	if err := unpack(r, &said); err != nil {
		return web.RawReply{}, err
	}
	d, err := said.read(p.loopback)
	if err != nil {
		return web.RawReply{}, err
	}
	n, err := db.New(p.db).PushDeviceMoved(ctx, d.endpoint, d.p256dh, d.auth, said.Before)
	if err != nil {
		return web.RawReply{}, fmt.Errorf("move a device: %w", err)
	}
	return found(n)
}

// unpack reads a small message.
func unpack(r web.RawRequest, into any) error {
	if len(r.Body) > 4<<10 || json.Unmarshal(r.Body, into) != nil {
		return fault.New(fault.Invalid, "invalid", "The request is not readable.")
	}
	return nil
}

// found answers whether what a message proves itself by is known.
func found(n int64) (web.RawReply, error) {
	if n == 0 {
		return web.RawReply{}, fault.ErrNotFound
	}
	return web.RawReply{Status: http.StatusNoContent}, nil
}
