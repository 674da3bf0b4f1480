package embedded

import (
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NATSUser is somebody who may connect besides the host.
type NATSUser struct {
	Name, Password string
	Permissions    *server.Permissions
	// Services are the subjects that lead from an account of the user's own into the host's. Without any the user is in the host's account, where a
	// subject for replies may be anybody's.
	Services []NATSService
}

// NATSService is a subject of a user's account whose messages go to a subject of the host's account, and the replies to them back.
type NATSService struct {
	From string // wildcards as in To
	To   string
	Many bool // replies to one request; else one
}

// NATSRepliesWithin is how long replies to one request find their way back: longer than clients of JetStream wait for messages.
const NATSRepliesWithin = 40 * time.Second

// NATSNowhere stands where the server would join an account without streams to its own answer that there are none, beside the services of the host's.
var NATSNowhere = NATSService{From: "$JS.API.INFO", To: "nowhere"}

// join makes a user's account and what leads out of it. What an earlier version of a plugin had stays; the user's permissions end its use.
func (n *NATS) join(user NATSUser) (*server.Account, error) {
	if len(user.Services) == 0 {
		return nil, nil
	}
	n.joining.Lock()
	defer n.joining.Unlock()
	own, _ := n.server.LookupOrRegisterAccount(user.Name)
	host := n.server.GlobalAccount()
	joined := n.joined[user.Name]
	if joined == nil {
		joined = map[string]bool{}
		n.joined[user.Name] = joined
	}
	for _, s := range slices.Concat(user.Services, []NATSService{NATSNowhere}) {
		if joined[s.From] {
			continue
		}
		kind := server.Singleton
		if s.Many {
			kind = server.Streamed
		}
		if err := host.AddServiceExportWithResponse(s.To, kind, []*server.Account{own}); err != nil {
			return nil, err
		}
		if err := host.SetServiceExportResponseThreshold(s.To, NATSRepliesWithin); err != nil {
			return nil, err
		}
		if err := own.AddServiceImport(host, s.From, s.To); err != nil {
			return nil, err
		}
		joined[s.From] = true
	}
	return own, nil
}
