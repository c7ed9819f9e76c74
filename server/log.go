package main

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
)

// logLevel is what is logged at least. LOG_LEVEL sets it at the start, the listener of metrics while the server runs.
var logLevel = &slog.LevelVar{}

// newLog writes JSON lines; text on a terminal, or as LOG_FORMAT says.
func newLog(to *os.File, format string) *slog.Logger {
	return slog.New(logHandler(to, format == "text" || format == "" && isatty.IsTerminal(to.Fd())))
}

func logHandler(to io.Writer, text bool) slog.Handler {
	options := &slog.HandlerOptions{Level: logLevel}
	if text {
		return slog.NewTextHandler(to, options)
	}
	return slog.NewJSONHandler(to, options)
}

// checkLog refuses a format or level that is none.
func (c config) checkLog() error {
	if c.LogFormat != "" && c.LogFormat != "json" && c.LogFormat != "text" {
		return errors.New("LOG_FORMAT must be json or text")
	}
	if _, err := levelOf(c.LogLevel); err != nil {
		return errors.New("LOG_LEVEL must be debug, info, warn or error")
	}
	return nil
}

// setLogLevel begins to log as LOG_LEVEL says, which checkLog found good.
func (c config) setLogLevel() {
	level, _ := levelOf(c.LogLevel)
	logLevel.Set(level)
}

func levelOf(name string) (level slog.Level, err error) {
	switch name = strings.TrimSpace(name); name {
	case "debug", "info", "warn", "error":
		return level, level.UnmarshalText([]byte(name))
	}
	return level, errors.New("not a level")
}

// levels answers GET with what is logged at least, and sets it with PUT. Pages of other sites cannot: a browser says where it comes from.
func levels(log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 16))
			level, wrong := levelOf(string(text))
			if err != nil || wrong != nil || r.Header.Get("Origin") != "" {
				http.Error(w, "debug, info, warn or error", http.StatusBadRequest)
				return
			}
			logLevel.Set(level)
			log.Warn("the log's level was set", "level", strings.ToLower(level.String()))
		}
		_, _ = io.WriteString(w, strings.ToLower(logLevel.Level().String())+"\n")
	}
}
