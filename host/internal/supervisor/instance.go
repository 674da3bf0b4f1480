package supervisor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	goplugin "github.com/hashicorp/go-plugin"

	"outrider.dev/outrider/host/internal/pipe"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Instance is one running process of a plugin.
type Instance struct {
	Release     Release
	Description *pluginv1.DescribeResponse
	StartedAt   time.Time

	process  *process
	client   *goplugin.Client
	control  pluginv1.PluginControlClient
	plane    *DataPlane
	lifeline *os.File
	relay    *Relay
	http     *pipe.Transport
	flights  flights
}

// Start starts the release's sealed binary and waits until it is ready, at most until ctx ends. A start that fails leaves no process
// behind; its error ends with the plugin's last words if it had any.
func Start(ctx context.Context, forker *Forker, release Release, sealed *os.File, socketDir string) (*Instance, error) {
	instance, err := launch(forker, release, socketDir, sealed, deadlineOf(ctx))
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = instance.process.kill() })
	err = instance.begin(ctx)
	if stop() && err == nil {
		return instance, nil
	}
	instance.Kill()
	if err == nil || ctx.Err() != nil {
		err = fmt.Errorf("not ready in time: %w", errors.Join(ctx.Err(), err))
	}
	return nil, fmt.Errorf("start plugin %s %s: %w%s", release.ID, release.Version, err, instance.lastWords())
}

// refusal is an error that another start will not mend.
type refusal struct{ error }

func (r *refusal) Unwrap() error { return r.error }

func deadlineOf(ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return max(time.Until(deadline), time.Millisecond)
	}
	return time.Minute
}

// begin is what follows the fork: handshake, Describe, callbacks, Start, first health check.
func (i *Instance) begin(ctx context.Context) error {
	protocol, err := i.client.Client()
	if err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	dispensed, err := protocol.Dispense(controlName)
	if err != nil {
		return fmt.Errorf("open control connection: %w", err)
	}
	control := dispensed.(*control)
	i.control = control.client
	if i.Description, err = i.control.Describe(ctx, &pluginv1.DescribeRequest{}); err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	callbacks := control.serve(i.Release)
	if _, err := i.control.Start(ctx, &pluginv1.StartRequest{CallbacksBrokerId: callbacks}); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if _, err := i.control.Health(ctx, &pluginv1.HealthRequest{}); err != nil {
		return fmt.Errorf("first health check: %w", err)
	}
	return nil
}

func (i *Instance) lastWords() string {
	lines := i.relay.LastLines()
	if len(lines) == 0 {
		return ""
	}
	return "; its last words: " + lines[len(lines)-1]
}

// PID is the process id.
func (i *Instance) PID() int { return i.process.running().Pid }

// Exited is closed once the process is gone.
func (i *Instance) Exited() <-chan struct{} { return i.process.exited }

// ExitReason says how the process ended ("signal: killed"), after Exited.
func (i *Instance) ExitReason() string {
	<-i.process.exited
	return i.process.state.String()
}

// LastLines are the newest lines of its stderr.
func (i *Instance) LastLines() []string { return i.relay.LastLines() }

// Health asks once. An error means that the plugin did not answer; detail is what a plugin says that cannot work properly.
func (i *Instance) Health(ctx context.Context) (detail string, err error) {
	answer, err := i.control.Health(ctx, &pluginv1.HealthRequest{})
	if err != nil {
		return "", err
	}
	if answer.GetOk() {
		return "", nil
	}
	if answer.GetDetail() == "" {
		return "the plugin reports that it cannot work", nil
	}
	return answer.GetDetail(), nil
}

// Metrics asks for what the plugin measures: length-prefixed MetricFamily messages, as the plugin wrote them.
func (i *Instance) Metrics(ctx context.Context) ([]byte, error) {
	answer, err := i.control.Metrics(ctx, &pluginv1.MetricsRequest{})
	if err != nil {
		return nil, fmt.Errorf("read metrics of plugin %s: %w", i.Release.ID, err)
	}
	return answer.GetFamilies(), nil
}

// Drain lets requests finish, asks the plugin to finish its own work, and ends it; whatever is left when ctx ends is killed.
func (i *Instance) Drain(ctx context.Context) {
	i.flights.drain(ctx)
	i.http.Close() // the plugin need not wait for requests on them
	i.plane.Close()
	if _, err := i.control.Drain(ctx, &pluginv1.DrainRequest{}); err == nil {
		select {
		case <-i.Exited():
		case <-ctx.Done():
		case <-time.After(exitGrace):
		}
	}
	i.Kill()
}

// exitGrace is how long a drained process may take to end.
const exitGrace = 2 * time.Second

// Kill ends the process if it lives and frees what belongs to it. Again is no error.
func (i *Instance) Kill() {
	_ = i.process.kill()
	i.process.closeEnds()
	if i.process.running() != nil {
		<-i.Exited() // before go-plugin, whose own Kill asks a hanging plugin politely and without a deadline
	}
	i.client.Kill()
	i.plane.Close()
	i.lifeline.Close()
	i.http.Close()
}
