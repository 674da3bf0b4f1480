package plugincmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/web"
)

// answerLimit is how long a host may take to say which one it is.
const answerLimit = 5 * time.Second

// confirm asks before something is installed in another host than the one that serves the SDK at an address. Of no address, and of a folder's, nothing is
// known; where neither host runs there is nothing to compare.
func (t *tool) confirm(ctx context.Context, sdk string) error {
	if !strings.HasPrefix(sdk, "http://") && !strings.HasPrefix(sdk, "https://") {
		return nil
	}
	here := "" // no host runs
	if t.host != nil {
		var err error
		if here, err = t.host.id(ctx); err != nil {
			return err
		}
	}
	if hostAt(ctx, sdk) == here {
		return nil
	}
	fmt.Fprintf(t.out, "This plugin has its SDK from %s, which is not the host of %s, or does not answer.\nInstall it in the host of %s? [y/N] ", sdk, t.dataDir, t.dataDir)
	said, _ := bufio.NewReader(t.in).ReadString('\n') // no answer is no
	switch strings.ToLower(strings.TrimSpace(said)) {
	case "y", "yes":
		return nil
	}
	return errors.New("nothing was installed: -yes says that this host is meant, -data names the folder of another one")
}

// hostAt is the id of the host that serves an SDK; empty: none says so.
func hostAt(ctx context.Context, sdk string) string {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(sdk, "/")+"/"+web.HostFile, nil)
	if err != nil {
		return ""
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	var found web.Host
	if response.StatusCode != http.StatusOK || json.NewDecoder(response.Body).Decode(&found) != nil {
		return ""
	}
	return found.ID
}

// id is that of the running host.
func (c *client) id(ctx context.Context) (string, error) {
	var said struct{ Done string }
	err := c.ask(ctx, http.MethodGet, "/host", &said)
	return said.Done, err
}
