// Package thumbnail makes small pictures of what devices bring: a video's first picture, or the first of a zip of pictures. What a device
// sends is not to be trusted: everything is bounded in size and time.
package thumbnail

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"strconv"

	"golang.org/x/image/draw"
)

const (
	// Width of a small picture in pixels.
	Width   = 320
	quality = 80
	// maxPixels bounds a picture that is decoded.
	maxPixels = 40_000_000
	// maxBytes bounds a small picture.
	maxBytes = 1 << 20
)

// ErrNone means that there is no picture to be had.
var ErrNone = errors.New("there is no picture to make a small one of")

// Maker makes small pictures.
type Maker struct{ decoder decoder }

// New returns a maker. ffmpeg is a path, or empty for the one that the system has; without any that is maintained, videos have no small pictures
// and lacking says why.
func New(ctx context.Context, ffmpeg string) (m *Maker, lacking error, err error) {
	found, err := findDecoder(ctx, ffmpeg)
	if err != nil && ffmpeg != "" {
		return nil, nil, fmt.Errorf("setting plugins.footage.ffmpeg: %w", err)
	}
	return &Maker{found}, err, nil
}

// Video is the first picture of a video as JPEG; ErrNone.
func (m *Maker) Video(ctx context.Context, path string) ([]byte, error) {
	if m.decoder.program == "" {
		return nil, ErrNone
	}
	out, err := m.decoder.run(ctx, "-v", "error", "-nostdin", "-threads", "1", "-protocol_whitelist", "file", "-f", "mov", "-i", "file:"+path,
		"-map", "0:v:0", "-frames:v", "1", "-vf", "scale="+strconv.Itoa(Width)+":-2", "-c:v", "mjpeg", "-q:v", "5", "-f", "image2pipe", "pipe:1")
	if err != nil {
		return nil, fmt.Errorf("make a small picture: %w", errors.Join(ErrNone, err))
	}
	if len(out) == 0 {
		return nil, ErrNone
	}
	return out, nil
}

// bounded takes no more than maxBytes.
type bounded struct{ to *bytes.Buffer }

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.to.Len()+len(p) > maxBytes {
		return 0, io.ErrShortWrite
	}
	return b.to.Write(p)
}

// Pictures is the first of a zip of JPEG pictures, small; ErrNone.
func (m *Maker) Pictures(r io.ReaderAt, size int64) ([]byte, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil || len(archive.File) == 0 {
		return nil, ErrNone
	}
	first, err := archive.File[0].Open()
	if err != nil {
		return nil, ErrNone
	}
	defer first.Close()
	return small(io.LimitReader(first, maxPixels))
}

func small(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, errors.Join(ErrNone, err)
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width < 1 || config.Height < 1 || config.Width > maxPixels/config.Height {
		return nil, ErrNone
	}
	whole, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, errors.Join(ErrNone, err)
	}
	scaled := image.NewRGBA(image.Rect(0, 0, Width, max(1, config.Height*Width/config.Width)))
	draw.ApproxBiLinear.Scale(scaled, scaled.Bounds(), whole, whole.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, scaled, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
