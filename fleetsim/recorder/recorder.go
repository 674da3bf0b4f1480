// Package recorder is a simulated camera recorder: it keeps recordings of what its vehicle does, shows live pictures by RTSP, and brings
// files, over links that may be slow and break. Its pictures are drawn, encoded as H.264 by ffmpeg, with the clock burned in.
package recorder

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

// Options say what the recorder is.
type Options struct {
	Vehicle  func() *traffic.Vehicle // makes the recorder's own, when it is first needed
	Now      func() time.Time        // the device's clock
	Zone     *time.Location
	Folder   string // keeps what is to be uploaded across restarts
	FFmpeg   string // the program
	Channels int    // how many cameras it has; 0: the usual Channels
	// Kept writes the MP4 of a stretch of time that a file of video is made of. Without it the stretch is painted when somebody asks.
	Kept func(channel int, from, to time.Time, path string) error
	Link Link
	TLS  *tls.Config // for rtsps and https; nil: the system's certificates
	Log  *slog.Logger
}

// Link is the mobile network that it uploads over.
type Link struct {
	BytesPerSecond int64 // 0: no limit
	CutAfter       int64 // bytes after which a transfer breaks off; 0: never
}

const (
	waitingCommands = 64
	waitingReplies  = 256
)

// Recorder does what commands ask. Command and Replies may be used from any goroutine; Run does the work.
type Recorder struct {
	options  Options
	eyes     *eyes
	commands chan device.Command
	replies  chan device.Reply
	uploads  *uploads

	mu       sync.Mutex
	sessions map[string]context.CancelFunc // by session id
	work     sync.WaitGroup
}

// New makes a recorder. Nothing is drawn or read before a command needs it.
func New(o Options) *Recorder {
	if o.Channels == 0 {
		o.Channels = Channels
	}
	r := &Recorder{
		options: o, eyes: &eyes{open: o.Vehicle}, commands: make(chan device.Command, waitingCommands),
		replies: make(chan device.Reply, waitingReplies), sessions: map[string]context.CancelFunc{},
	}
	r.uploads = &uploads{recorder: r, wake: make(chan struct{}, 1)}
	return r
}

// Command takes a command; it does not block. One that finds no room is refused, and the server may ask again.
func (r *Recorder) Command(c device.Command) {
	select {
	case r.commands <- c:
	default:
		r.fail(c.ID, "too many commands at once")
	}
}

// Replies are what it has to say, in order.
func (r *Recorder) Replies() <-chan device.Reply { return r.replies }

// Run works until ctx ends; uploads that are not finished go on at the next start.
func (r *Recorder) Run(ctx context.Context) {
	defer r.work.Wait()
	r.work.Go(func() { r.uploads.run(ctx) })
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-r.commands:
			r.handle(ctx, c)
		}
	}
}

func (r *Recorder) handle(ctx context.Context, c device.Command) {
	if c.ExpiresAt > 0 && r.options.Now().UnixMilli() > c.ExpiresAt {
		r.fail(c.ID, "the command came too late")
		return
	}
	var err error
	switch c.Type {
	case device.CommandStartStream:
		err = with(c, func(s device.StartStream) { r.start(ctx, c.ID, s.Session, r.live(s), nil) })
	case device.CommandPlayRecording:
		err = with(c, func(p device.PlayRecording) { r.play(ctx, c.ID, p) })
	case device.CommandStopStream:
		err = with(c, func(s device.StopStream) { r.stop(s.Session); r.done(c.ID, nil) })
	case device.CommandListRecordings:
		err = with(c, func(l device.ListRecordings) {
			r.done(c.ID, device.Recordings{Intervals: r.recordings(time.UnixMilli(l.FromMs), time.UnixMilli(l.ToMs))})
		})
	case device.CommandUpload:
		err = with(c, func(u device.Upload) { r.uploads.add(c.ID, u) })
	case device.CommandCancelUpload:
		err = with(c, func(u device.CancelUpload) { r.uploads.drop(u.FileRequestID); r.done(c.ID, nil) })
	case device.CommandConfigureUpload:
		err = with(c, func(s device.ConfigureUpload) { r.configure(c.ID, s) })
	default:
		err = fmt.Errorf("a command %q is not known here", c.Type)
	}
	if err != nil {
		r.fail(c.ID, err.Error())
	}
}

// with reads a command's data for do.
func with[T any](c device.Command, do func(T)) error {
	var data T
	if err := json.Unmarshal(c.Data, &data); err != nil {
		return fmt.Errorf("the data of the command cannot be read: %w", err)
	}
	do(data)
	return nil
}

// play starts a recording from where there is one.
func (r *Recorder) play(ctx context.Context, id string, p device.PlayRecording) {
	to := r.options.Now()
	if p.EndMs > 0 {
		to = time.UnixMilli(p.EndMs)
	}
	from, to, err := r.recorded(p.Channel, time.UnixMilli(p.StartMs), to)
	if err != nil {
		r.fail(id, err.Error())
		return
	}
	r.start(ctx, id, p.Session, stream{url: p.URL, channel: p.Channel, size: mainSize, gop: mainSize.fps, from: from, to: to},
		device.Played{StartMs: from.UnixMilli(), EndMs: to.UnixMilli()})
}

// start publishes a stream under a session; the same session again is answered, not begun twice.
func (r *Recorder) start(ctx context.Context, id, session string, s stream, what any) {
	if s.channel < 1 || s.channel > r.options.Channels {
		r.fail(id, fmt.Sprintf("there is no camera %d", s.channel))
		return
	}
	r.answer(id, "accepted", what)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, running := r.sessions[session]; running {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	r.sessions[session] = stop
	r.work.Go(func() {
		defer r.stop(session)
		if err := r.publish(ctx, s); err != nil {
			r.options.Log.Debug("a stream has ended", "session", session, "channel", s.channel, "error", err)
		}
	})
}

func (r *Recorder) stop(session string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stop, ok := r.sessions[session]; ok {
		stop()
		delete(r.sessions, session)
	}
}

func (r *Recorder) done(id string, data any) { r.answer(id, "done", data) }

func (r *Recorder) answer(id, status string, data any) {
	reply := device.Reply{ID: id, Status: status}
	if data != nil {
		raw, err := json.Marshal(data)
		if err != nil {
			r.fail(id, err.Error())
			return
		}
		reply.Data = raw
	}
	r.say(reply)
}

func (r *Recorder) fail(id, text string) {
	r.say(device.Reply{ID: id, Status: "failed", Text: text})
}

// say queues a reply. When nobody takes them the oldest news is dropped: the server asks again.
func (r *Recorder) say(reply device.Reply) {
	for {
		select {
		case r.replies <- reply:
			return
		default:
		}
		select {
		case <-r.replies:
		default:
		}
	}
}
