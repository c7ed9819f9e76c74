package db

import (
	"errors"
	"io"
	"net"
)

// isNetwork reports whether the connection itself broke.
func isNetwork(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return true
	}
	_, ok := errors.AsType[net.Error](err)
	return ok
}
