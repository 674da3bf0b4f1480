// Package picture reads pictures that people send: no more than can be held, and nothing but pixels is kept of them.
package picture

import (
	"bytes"
	"image"
	_ "image/jpeg" // pictures come as PNG or JPEG
	_ "image/png"

	"outrider.dev/sdk/fault"
)

const (
	// MaxBytes is the largest picture that may be sent.
	MaxBytes = 2 << 20

	maxPixels = 40_000_000 // a small file can claim a huge picture
)

// Read reads a PNG or JPEG. What is no such picture, or is too large, is an Invalid fault about the field at location, such as body.image.
func Read(content []byte, location string) (image.Image, error) {
	refused := func(message string) (image.Image, error) {
		return nil, fault.InvalidFields("The picture cannot be used.", fault.Field{Location: location, Message: message})
	}
	if len(content) > MaxBytes {
		return refused("must not be larger than 2 MB")
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || config.Width < 1 || config.Height < 1 {
		return refused("must be a PNG or JPEG picture")
	}
	if config.Width > maxPixels/config.Height {
		return refused("has too many pixels")
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return refused("must be a PNG or JPEG picture")
	}
	return picture, nil
}
