// Package verify looks whether a file that a device has brought is what it says.
package verify

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"time"

	"github.com/abema/go-mp4"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/device/imufile"
	"outrider.dev/sdk/device/trackfile"
)

const (
	maxSamples  = 64 << 20 // bytes of a tracking or IMU file
	maxPictures = 64 << 20 // bytes of a zip of pictures
	// slack is how much a clip may be off, for a key frame before and a device that had not more.
	slack = 15 * time.Second
)

var (
	errNotVideo  = errors.New("the file is not a video")
	errTrack     = errors.New("the video has no track of H.264 or H.265")
	errTruncated = errors.New("the video is cut off")
	errTooLong   = errors.New("the video is longer than what was asked for")
	errTooLarge  = errors.New("the file is too large")
	errPictures  = errors.New("the file is not a zip of JPEG pictures")
)

// File says what is wrong with a file of a kind, for people; nil if it is good. wanted is how long it should be at most.
func File(kind string, size int64, r io.ReadSeeker, wanted time.Duration) error {
	switch kind {
	case device.FileVideo, device.FileAlertVideo:
		return video(r, size, wanted)
	case device.FileAlertSnaps:
		return pictures(r, size)
	case device.FileTracking, device.FileAlertTracking:
		return samples(r, size, func(data []byte) error { _, err := trackfile.Read(data); return err })
	case device.FileAccelerometer, device.FileAlertIMU:
		return samples(r, size, func(data []byte) error { _, err := imufile.Read(data); return err })
	default:
		return fmt.Errorf("there is no kind of file %q", kind)
	}
}

// video checks an MP4: whole, a track of H.264 or H.265, and no longer than was asked for.
func video(r io.ReadSeeker, size int64, wanted time.Duration) error {
	if err := boxes(r, size); err != nil {
		return err
	}
	info, err := mp4.Probe(r)
	if err != nil || info == nil {
		return errNotVideo
	}
	coded, err := codings(r)
	if err != nil {
		return errNotVideo
	}
	for _, track := range info.Tracks {
		if !coded[track.TrackID] || track.Timescale == 0 || (len(track.Samples) == 0 && len(info.Segments) == 0) {
			continue
		}
		length := time.Duration(float64(track.Duration) / float64(track.Timescale) * float64(time.Second))
		if length > wanted+slack {
			return errTooLong
		}
		return nil
	}
	return errTrack
}

// shown are the kinds of a sample that are H.264 and H.265, with their parameter sets before the samples or within them.
var shown = map[mp4.BoxType]mp4.BoxType{
	mp4.BoxTypeAvc1(): mp4.BoxTypeAvcC(), mp4.StrToBoxType("avc3"): mp4.BoxTypeAvcC(), mp4.BoxTypeHvc1(): mp4.BoxTypeHvcC(), mp4.BoxTypeHev1(): mp4.BoxTypeHvcC(),
}

// codings tells which tracks of an MP4 are coded as browsers may play them.
func codings(r io.ReadSeeker) (map[uint32]bool, error) {
	tracks, err := mp4.ExtractBox(r, nil, mp4.BoxPath{mp4.BoxTypeMoov(), mp4.BoxTypeTrak()})
	if err != nil {
		return nil, err
	}
	found := map[uint32]bool{}
	for _, track := range tracks {
		heads, err := mp4.ExtractBoxWithPayload(r, track, mp4.BoxPath{mp4.BoxTypeTkhd()})
		if err != nil || len(heads) != 1 {
			return nil, errors.Join(errNotVideo, err)
		}
		head, ok := heads[0].Payload.(*mp4.Tkhd)
		if !ok {
			return nil, errNotVideo
		}
		for kind, parameters := range shown {
			path := mp4.BoxPath{mp4.BoxTypeMdia(), mp4.BoxTypeMinf(), mp4.BoxTypeStbl(), mp4.BoxTypeStsd(), kind, parameters}
			boxes, err := mp4.ExtractBox(r, track, path)
			if err != nil {
				return nil, err
			}
			found[head.TrackID] = found[head.TrackID] || len(boxes) > 0
		}
	}
	return found, nil
}

// boxes walks over the top of an MP4: its boxes must fill the file exactly.
func boxes(r io.ReadSeeker, size int64) error {
	for at := int64(0); at < size; {
		if _, err := r.Seek(at, io.SeekStart); err != nil {
			return err
		}
		info, err := mp4.ReadBoxInfo(r)
		if err != nil || info.Size < 8 {
			return errNotVideo
		}
		if at == 0 && info.Type != mp4.BoxTypeFtyp() {
			return errNotVideo
		}
		at += int64(info.Size) // beyond the file it is refused
		if at > size || at < 0 {
			return errTruncated
		}
	}
	if size == 0 {
		return errNotVideo
	}
	return nil
}

func samples(r io.Reader, size int64, read func([]byte) error) error {
	if size > maxSamples {
		return errTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(r, maxSamples))
	if err != nil {
		return err
	}
	return plain(read(data))
}

// plain is what is at the bottom of an error: the fault as people read it, without who found it.
func plain(err error) error {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err
}

func pictures(r io.Reader, size int64) error {
	if size > maxPictures {
		return errTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(r, maxPictures))
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(archive.File) == 0 {
		return errPictures
	}
	for _, f := range archive.File {
		if err := picture(f); err != nil {
			return err
		}
	}
	return nil
}

func picture(f *zip.File) error {
	opened, err := f.Open()
	if err != nil {
		return errPictures
	}
	defer opened.Close()
	if _, err := jpeg.DecodeConfig(opened); err != nil {
		return errPictures
	}
	return nil
}
