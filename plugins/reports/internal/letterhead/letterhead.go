// Package letterhead keeps what an organisation's documents begin with: its logo and its address.
package letterhead

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"golang.org/x/image/draw"

	"outrider.dev/sdk/picture"
)

// The largest logo that is kept, in pixels: sharp where it is printed 45 by 15 mm.
const (
	maxWidth  = 1080
	maxHeight = 360
)

// Logo scales a PNG or JPEG to what a letterhead shows of it and returns it as PNG: what is transparent stays so, and nothing but pixels is taken over. What is no such picture is an Invalid fault.
func Logo(content []byte) ([]byte, error) {
	sent, err := picture.Read(content, "body.image")
	if err != nil {
		return nil, err
	}
	size := fitted(sent.Bounds().Size())
	logo := image.NewNRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(logo, logo.Bounds(), sent, sent.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, logo); err != nil {
		return nil, fmt.Errorf("write logo: %w", err)
	}
	return out.Bytes(), nil
}

// fitted is the size of a picture in the largest logo; a small one stays as it is.
func fitted(size image.Point) image.Point {
	scale := min(1, maxWidth/float64(size.X), maxHeight/float64(size.Y))
	return image.Pt(max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale)))
}
