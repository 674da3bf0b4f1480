package supervisor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// run is the plugin's life: start, watch, and again, until ctx ends; then it drains.
func (u *Unit) run(ctx context.Context) {
	defer close(u.done)
	defer u.unseal()
	var instance *Instance
	for ctx.Err() == nil {
		if instance == nil {
			started, err := u.start(ctx, u.release)
			if err != nil {
				instance = u.fell(ctx, err.Error(), nil, errorIsFinal(err))
				continue
			}
			u.take(started)
			instance = started
		}
		instance = u.watch(ctx, instance)
	}
	if instance != nil {
		u.retire(ctx, instance)
	}
	u.set(nil, func(s *Status) { s.State, s.PID, s.RetryAt, s.StartedAt = Stopped, 0, time.Time{}, time.Time{} })
	u.drains.Wait()
}

// errorIsFinal reports whether trying again at once is in vain.
func errorIsFinal(err error) bool {
	var refused *refusal
	return errors.As(err, &refused)
}

// start brings up a process of release that may take requests.
func (u *Unit) start(ctx context.Context, release Release) (*Instance, error) {
	deadline, cancel := context.WithTimeout(ctx, u.policy.StartDeadline)
	defer cancel()
	sealed, err := u.seal(release)
	if err != nil {
		return nil, &refusal{err}
	}
	instance, err := Start(deadline, u.forker, release, sealed, u.socketDir)
	if err != nil {
		return nil, err
	}
	if err := u.admit(instance); err != nil {
		instance.Kill()
		return nil, &refusal{fmt.Errorf("plugin %s %s: %w", release.ID, release.Version, err)}
	}
	return instance, nil
}

// seal keeps the sealed copy of the newest release: nobody can change it, so a restart need not copy and hash again.
func (u *Unit) seal(release Release) (*os.File, error) {
	if u.sealed != nil && u.sealedSHA256 == release.SHA256 {
		return u.sealed, nil
	}
	sealed, err := Seal(release.Binary, release.SHA256)
	if err != nil {
		return nil, err
	}
	u.unseal()
	u.sealed, u.sealedSHA256 = sealed, release.SHA256
	return sealed, nil
}

func (u *Unit) unseal() {
	if u.sealed != nil {
		u.sealed.Close()
		u.sealed = nil
	}
}

// take lets instance have the requests from now on.
func (u *Unit) take(instance *Instance) {
	u.mu.Lock()
	u.release = instance.Release
	u.mu.Unlock()
	instance.Release.observe("start")
	u.set(instance, func(s *Status) {
		s.State, s.Version, s.Digest = Ready, instance.Release.Version, instance.Release.Digest
		s.PID, s.Detail, s.LastLines, s.RetryAt, s.StartedAt = instance.PID(), "", nil, time.Time{}, instance.StartedAt
	})
	instance.Release.Log.Info("ready", "version", instance.Release.Version, "pid", instance.PID(),
		"after", time.Since(instance.StartedAt).Round(time.Millisecond).String())
}

// watch returns when instance, or the one that replaced it, is gone or ctx ends; what it returns has been brought up by command since.
func (u *Unit) watch(ctx context.Context, instance *Instance) *Instance {
	health := time.NewTicker(u.policy.HealthEvery)
	defer health.Stop()
	hangs := 0
	for {
		select {
		case <-ctx.Done():
			u.set(nil, func(s *Status) { s.State = Stopped })
			u.retire(ctx, instance)
			return nil
		case <-instance.Exited():
			instance.Kill()
			return u.fell(ctx, instance.ExitReason(), instance.LastLines(), false)
		case request := <-u.commands:
			next, err := u.start(ctx, request.release)
			if err == nil {
				u.take(next)
				u.retire(ctx, instance)
				instance, hangs = next, 0
			}
			request.answer <- err
		case <-health.C:
			if instance, hangs = u.check(ctx, instance, hangs); instance == nil {
				return nil
			}
		}
	}
}

// retire drains an instance that no longer gets requests, aside.
func (u *Unit) retire(ctx context.Context, instance *Instance) {
	patience := u.policy.DrainGrace
	if ctx.Err() != nil {
		patience = u.policy.StopGrace
	}
	u.drains.Go(func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		instance.Drain(grace)
	})
}

// fell notes a crash or a failed start and pauses: not at all, a little, or as long as a quarantine lasts. It returns the instance that a
// command brought up meanwhile, if one did.
func (u *Unit) fell(ctx context.Context, reason string, lastLines []string, final bool) *Instance {
	if ctx.Err() != nil {
		return nil
	}
	count := u.crashes.add(time.Now(), u.policy.CrashWindow)
	state, pause := Restarting, u.policy.backoff(count)
	if final || count >= u.policy.CrashLimit {
		state, pause = Quarantined, u.policy.QuarantineRetry
		if retry := u.release.Retry; retry > 0 {
			pause = min(pause, retry)
		}
	}
	u.release.observe("crash")
	if state == Quarantined {
		u.release.observe("quarantine")
		u.release.Log.Error("the plugin is quarantined", "reason", reason, "falls", count, "next_try_in", pause.String())
	} else {
		u.release.Log.Warn("the plugin fell and is started again", "reason", reason, "pause", pause.String())
	}
	u.set(nil, func(s *Status) {
		s.State, s.PID, s.Detail, s.Restarts, s.StartedAt = state, 0, reason, s.Restarts+1, time.Time{}
		s.LastFall = &Fall{At: time.Now(), Reason: reason, Lines: lastLines}
		if lastLines != nil {
			s.LastLines = lastLines
		}
		s.RetryAt = time.Time{}
		if pause > 0 {
			s.RetryAt = time.Now().Add(pause)
		}
	})
	return u.pause(ctx, pause)
}

// pause waits before the next start. A command is tried at once, since a person asks; if what it asks for starts, that is returned.
func (u *Unit) pause(ctx context.Context, pause time.Duration) *Instance {
	if pause == 0 {
		return nil
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
			u.set(nil, func(s *Status) { s.RetryAt = time.Time{} })
			return nil
		case request := <-u.commands:
			instance, err := u.start(ctx, request.release)
			if err == nil {
				u.crashes.forget()
				u.take(instance)
			}
			request.answer <- err
			if err == nil {
				return instance
			}
		}
	}
}
