package recorder

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"os/exec"
	"time"

	"outrider.dev/sdk/device"
)

const (
	// maxClip bounds one file of video.
	maxClip = 10 * time.Minute
	// snapshots is how many pictures go with an event.
	snapshots = 10
)

// errNothing means that nothing was recorded then.
var errNothing = errors.New("there is no recording at that time")

// make writes the file that is asked for to path and says which time it covers.
func (r *Recorder) make(ctx context.Context, u device.Upload, path string) (start time.Time, duration time.Duration, err error) {
	from := time.UnixMilli(u.StartMs)
	to := from.Add(min(time.Duration(u.DurationMs)*time.Millisecond, maxClip))
	switch u.FileType {
	case device.FileVideo, device.FileAlertVideo, device.FileAlertSnaps:
		if from, to, err = r.recorded(u.Channel, from, to); err != nil {
			return from, 0, err
		}
	}
	switch u.FileType {
	case device.FileVideo, device.FileAlertVideo:
		err = r.clip(ctx, u.Channel, from, to, path)
	case device.FileAlertSnaps:
		err = r.pictures(u.Channel, from, to, path)
	case device.FileTracking, device.FileAlertTracking:
		err = r.tracking(from, to, path)
	case device.FileAccelerometer, device.FileAlertIMU:
		err = r.imu(from, to, path)
	default:
		err = fmt.Errorf("a file of type %q is not known here", u.FileType)
	}
	return from, to.Sub(from), err
}

// recorded cuts a stretch of time to what there is of it.
func (r *Recorder) recorded(channel int, from, to time.Time) (time.Time, time.Time, error) {
	for _, i := range r.recordings(from, to) {
		if i.Channel != channel {
			continue
		}
		begin, end := time.UnixMilli(max(i.StartMs, from.UnixMilli())), to
		if i.EndMs != 0 && i.EndMs < to.UnixMilli() {
			end = time.UnixMilli(i.EndMs)
		}
		if end = earlier(end, r.options.Now()); end.After(begin) {
			return begin, end, nil
		}
	}
	return from, to, errNothing
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// clip writes an MP4 that begins at once: its index is in front.
func (r *Recorder) clip(ctx context.Context, channel int, from, to time.Time, path string) error {
	if r.options.Kept != nil {
		return r.options.Kept(channel, from, to, path)
	}
	s := mainSize
	args := append(rawInput(s), "-g", fmt.Sprint(s.fps), "-movflags", "+faststart", "-metadata", "creation_time="+from.UTC().Format(time.RFC3339Nano), "-f", "mp4", "-y", path)
	command := exec.CommandContext(ctx, r.options.FFmpeg, args...)
	var problems bytes.Buffer
	command.Stderr = &problems
	input, err := command.StdinPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("start the encoder: %w", err)
	}
	img := image.NewRGBA(image.Rect(0, 0, s.width, s.height))
	for at := from; at.Before(to) && err == nil; at = at.Add(time.Second / time.Duration(s.fps)) {
		r.eyes.picture(img, channel, at)
		_, err = input.Write(img.Pix)
	}
	if err := errors.Join(err, input.Close(), command.Wait()); err != nil {
		return fmt.Errorf("make a clip: %w %s", err, problems.String())
	}
	return nil
}

// pictures writes a zip of JPEG files, spread over the time.
func (r *Recorder) pictures(channel int, from, to time.Time, path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	archive := zip.NewWriter(file)
	img := image.NewRGBA(image.Rect(0, 0, mainSize.width, mainSize.height))
	for n := range snapshots {
		at := from.Add(to.Sub(from) * time.Duration(n) / snapshots)
		r.eyes.picture(img, channel, at)
		w, err := archive.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("CH%d_%s.jpg", channel, at.UTC().Format("20060102T150405.000")), Method: zip.Store, Modified: at})
		if err != nil {
			return err
		}
		if err := jpeg.Encode(w, img, &jpeg.Options{Quality: 80}); err != nil {
			return err
		}
	}
	return archive.Close()
}
