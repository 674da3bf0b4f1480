// Package avatar makes the small square pictures that people show of themselves.
package avatar

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"golang.org/x/image/draw"

	"outrider.dev/sdk/picture"
)

const (
	// Size is the side of the picture that is kept, in pixels.
	Size = 256

	quality = 85
)

// Square cuts the middle square out of a PNG or JPEG, scales it to Size and returns it as JPEG. What is no such picture, or is too large, is
// an Invalid fault.
func Square(content []byte) ([]byte, error) {
	sent, err := picture.Read(content, "body.image")
	if err != nil {
		return nil, err
	}
	square := image.NewRGBA(image.Rect(0, 0, Size, Size))
	draw.Draw(square, square.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src) // below what is transparent
	draw.CatmullRom.Scale(square, square.Bounds(), sent, middle(sent.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, square, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("write avatar: %w", err)
	}
	return out.Bytes(), nil
}

// middle is the largest square in the middle of b.
func middle(b image.Rectangle) image.Rectangle {
	side := min(b.Dx(), b.Dy())
	corner := b.Min.Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}
