package live

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"
)

const (
	videoClock     = 90_000
	lowSegments    = 7 // low latency needs as many: docs/decisions/low-latency-playlist.md
	plainSegments  = 5
	segmentAtLeast = time.Second
	// lowAtLeast is no longer than what is shown before the first picture moves; a segment ends with a key frame, so most are longer.
	lowAtLeast  = preludePictures * preludeStep
	partAtLeast = 190 * time.Millisecond // of pictures that come 10, 15, 20, 25 or 30 times a second: 200 ms
	maxSegment  = 32 << 20               // bytes

	mainPlaylist = "index.m3u8"
	// cutParameter names in an address which muxer has cut what it leads to: another one knows nothing of it.
	cutParameter = "cut"
)

// Reasons for the end of a stream.
var (
	ErrUnwatched = errors.New("nobody watches any more")
	ErrNoPicture = errors.New("the device sends no picture")
	ErrPlayed    = errors.New("the recording has ended")
)

// Variant is how a stream is cut for players.
type Variant string

// The variants: Low comes in parts of a fraction of a second, Plain is for players that do not know those.
const (
	Low   Variant = "low"
	Plain Variant = "plain"
)

// Stream is what one camera shows, or has recorded.
type Stream struct {
	ID        string
	Camera    Camera
	Recording bool
	log       *slog.Logger
	now       func() time.Time

	mu        sync.Mutex
	leases    map[string]time.Time // by viewer: until when
	emptyAt   time.Time            // when the last viewer had left; the beginning before there was one
	keyAt     time.Time            // of the last key frame; the beginning before there was one
	publisher io.Closer            // the device's connection; nil before it comes
	lostAt    time.Time            // when a connection that had come was gone; zero while there is one
	video     *gohlslib.Track
	audio     *gohlslib.Track
	heard     *sound // nil without sound
	sound     Sound
	muxers    map[Variant]*cutter
	cuts      int           // muxers that there were
	keyUnits  [][]byte      // the last key frame
	lacks     bool          // what could be a key picture lacks parameter sets
	lastPTS   int64         // of the last picture
	begun     chan struct{} // closed with the first key frame
	done      chan struct{} // closed at the end
	err       error         // why it ended
	answered  chan struct{} // closed when the device has said whether it will publish
	refusal   error         // set before answered is closed
}

func newStream(c Camera, id string, recording bool, log *slog.Logger, now func() time.Time) *Stream {
	return &Stream{
		ID: id, Camera: c, Recording: recording, log: log, now: now, leases: map[string]time.Time{}, emptyAt: now(), keyAt: now(), sound: SoundUnknown, muxers: map[Variant]*cutter{},
		begun: make(chan struct{}), done: make(chan struct{}), answered: make(chan struct{}),
	}
}

// Watch gives a viewer a lease, or renews it; ErrEnded for a stream that is over.
func (s *Stream) Watch(viewer string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return ErrEnded
	}
	s.leases[viewer] = s.now().Add(Lease)
	return nil
}

// Watching reports whether a viewer has a lease.
func (s *Stream) Watching(viewer string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	until, ok := s.leases[viewer]
	return ok && s.now().Before(until) && !s.isOver()
}

// Leave gives a lease back.
func (s *Stream) Leave(viewer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.leases, viewer)
	if len(s.leases) == 0 {
		s.emptyAt = s.now()
	}
}

// Answer tells everybody who waits what the device says to being asked to publish; nil if it agrees. It is called once.
func (s *Stream) Answer(err error) {
	s.refusal = err
	close(s.answered)
}

// Agreed waits for the device to agree to publish; what it answered, or why the stream has ended meanwhile.
func (s *Stream) Agreed(ctx context.Context) error {
	select {
	case <-s.answered:
		return s.refusal
	default:
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.answered:
		return s.refusal
	case <-s.done:
		return s.err
	}
}

// Begun is closed once there is a picture, Done once there will be none any more.
func (s *Stream) Begun() <-chan struct{} { return s.begun }

// Done is closed at the end of the stream.
func (s *Stream) Done() <-chan struct{} { return s.done }

// Played reports whether the device has shown all of a recording.
func (s *Stream) Played() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Recording && !s.lostAt.IsZero()
}

// Sound says whether there is sound.
func (s *Stream) Sound() Sound {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sound
}

// lost is told that a connection is gone.
func (s *Stream) lost(connection io.Closer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.publisher != connection || s.isOver() {
		return
	}
	s.lostAt = s.now()
	if s.Recording {
		s.finish()
	}
}

// why is the reason to end the stream now; nil if there is none.
func (s *Stream) why(now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for viewer, until := range s.leases {
		if now.After(until) {
			delete(s.leases, viewer)
			s.emptyAt = now
		}
	}
	switch {
	case s.isOver():
		return s.err
	case len(s.leases) == 0 && now.Sub(s.emptyAt) > Warm:
		return ErrUnwatched
	case s.Recording && !s.lostAt.IsZero():
		if now.Sub(s.lostAt) > tail {
			return ErrPlayed
		}
		return nil
	case !s.lostAt.IsZero() && now.Sub(s.lostAt) > gone:
		return ErrLost
	case now.Sub(s.keyAt) > silence && s.lacks:
		return ErrParameters
	case now.Sub(s.keyAt) > silence:
		return ErrNoPicture
	default:
		return nil
	}
}

// isOver needs no lock: muxers ask while they hold their own.
func (s *Stream) isOver() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// end closes everything. The first reason stays.
func (s *Stream) end(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return
	}
	s.err = why
	close(s.done)
	for _, m := range s.muxers {
		m.Close()
	}
	if s.publisher != nil {
		_ = s.publisher.Close() // it is over either way
	}
}

// muxer cuts the stream. Low begins with the publisher, so that the first viewer does not wait for another key frame; Plain when it is first
// asked for. played tells that a recording has ended: what was not asked for by then never is.
func (s *Stream) muxer(variant Variant) (c *cutter, played bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if played = s.Recording && !s.lostAt.IsZero(); played && s.muxers[variant] == nil {
		return nil, played, ErrEnded
	}
	c, err = s.cut(variant)
	return c, played, err
}

// cut is muxer; mu is held.
func (s *Stream) cut(variant Variant) (*cutter, error) {
	if s.isOver() || s.video == nil {
		return nil, ErrEnded
	}
	if m := s.muxers[variant]; m != nil {
		return m, nil
	}
	s.cuts++
	m := &cutter{name: strconv.Itoa(s.cuts), Muxer: &gohlslib.Muxer{
		Variant: gohlslib.MuxerVariantLowLatency, SegmentCount: lowSegments, SegmentMinDuration: lowAtLeast, PartMinDuration: partAtLeast,
		SegmentMaxSize: maxSegment, Tracks: []*gohlslib.Track{s.video},
		OnEncodeError: func(err error) { s.log.Debug("a stream is cut unevenly", "stream", s.ID, "error", err) },
	}}
	if variant == Plain {
		m.Variant, m.SegmentCount, m.SegmentMinDuration = gohlslib.MuxerVariantFMP4, plainSegments, segmentAtLeast
	}
	if s.audio != nil {
		m.Tracks = append(m.Tracks, s.audio)
	}
	if err := m.Start(); err != nil {
		return nil, err
	}
	s.muxers[variant] = m
	return m, nil
}

// publish is told what the device will send; ErrEnded if nobody waits for it any more. A second publisher takes the place of the first.
func (s *Stream) publish(connection io.Closer, codec codecs.Codec, heard *sound, state Sound) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return ErrEnded
	}
	if s.publisher != nil {
		_ = s.publisher.Close() // the device has connected anew
		for variant, m := range s.muxers {
			m.Close()
			delete(s.muxers, variant)
		}
	}
	s.publisher, s.lostAt = connection, time.Time{}
	s.video = &gohlslib.Track{Codec: codec, ClockRate: videoClock}
	s.audio, s.heard, s.sound = nil, heard, state
	if heard != nil {
		s.audio = &gohlslib.Track{Codec: heard.codec, ClockRate: heard.rate}
	}
	_, err := s.cut(Low)
	return err
}
