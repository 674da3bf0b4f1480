package supervisor

import (
	"log/slog"
	"os"
	"time"

	"google.golang.org/grpc"
)

// Release is one version of one plugin, ready to be started: everything that a process needs and nothing that changes between starts.
type Release struct {
	ID      string // the plugin's
	Version string
	Digest  string // of the package; two releases with one digest are the same
	Binary  string // path
	SHA256  string // of the binary, lower-case hex

	Environment map[string]string           // the whole environment, without what the handshake adds
	Listeners   []*os.File                  // in manifest order; they stay the supervisor's
	Intercept   grpc.UnaryServerInterceptor // sees every callback; may be nil
	Register    func(*grpc.Server)          // registers the callbacks of this plugin
	Retry       time.Duration               // between tries while it is quarantined, if that is less than the policy's; 0: the policy's
	User        uint32                      // the unprivileged user; 0: the host's own
	MaxRSSBytes int64                       // restarted above; 0: no bound
	Log         *slog.Logger                // names the plugin
	Observe     func(event string)          // "start", "crash", "quarantine", "hang": counted by the metrics; may be nil
}

func (r Release) observe(event string) {
	if r.Observe != nil {
		r.Observe(event)
	}
}
