package peer

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/connlimit"
)

const (
	headerSecret = "Outrider-Relay"
	headerOrg    = "Outrider-Org"
	headerUser   = "Outrider-User"
	maxCommand   = 4 << 10
	headTimeout  = 10 * time.Second
	idleTimeout  = 2 * time.Minute
)

// Server answers other processes.
type Server struct {
	self     *Self
	sessions *viewing.Sessions
	log      *slog.Logger
}

// NewServer shows the views of sessions to other processes.
func NewServer(self *Self, sessions *viewing.Sessions, log *slog.Logger) *Server {
	return &Server{self, sessions, log}
}

// Run serves on what Split gave until ctx ends.
func (s *Server) Run(ctx context.Context, peers net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /view/{id}/{variant}/{file}", s.play)
	mux.HandleFunc("POST /view/{id}/{action}", s.follow)
	mux.HandleFunc("POST /start", s.start)
	server := &http.Server{
		Handler: s.locked(mux), ReadHeaderTimeout: headTimeout, IdleTimeout: idleTimeout, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	connlimit.Serve(server)
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // what is under way ends with the process
	defer stop()
	err := server.Serve(tls.NewListener(peers, s.self.serverTLS()))
	if ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func (s *Server) locked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.self.isSecret(r.Header.Get(headerSecret)) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxCommand)
		connlimit.Keep(r.Context()) // another process of the product
		next.ServeHTTP(w, r)
	})
}

func watcherOf(r *http.Request) viewing.Watcher {
	return viewing.Watcher{OrgID: r.Header.Get(headerOrg), UserID: r.Header.Get(headerUser)}
}

func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	stream, err := s.sessions.Open(r.PathValue("id"), watcherOf(r))
	var over *viewing.Over
	if errors.As(err, &over) {
		live.WriteOver(w, over.Why)
		return
	}
	if err != nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	stream.ServeHTTP(w, r, live.Variant(r.PathValue("variant")), r.PathValue("file"))
}

func (s *Server) follow(w http.ResponseWriter, r *http.Request) {
	v := s.sessions.View(r.PathValue("id"), watcherOf(r))
	if v == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	err := s.sessions.Do(r.Context(), v, r.PathValue("action"))
	s.answer(w, v, err)
}

// start gives a watcher of another process a view of what a camera shows here already.
func (s *Server) start(w http.ResponseWriter, r *http.Request) {
	var c live.Camera
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	v, err := s.sessions.Join(r.Context(), watcherOf(r), c)
	s.answer(w, v, err)
}

func (s *Server) answer(w http.ResponseWriter, v *viewing.View, err error) {
	switch {
	case errors.Is(err, viewing.ErrGone):
		w.WriteHeader(http.StatusGone)
	case err != nil:
		s.log.Warn("another process is not answered", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v.State()) // a process that has gone does not hear it
	}
}
