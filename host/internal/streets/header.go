package streets

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// headerSize is the length of the head of a file of version 3 (github.com/protomaps/PMTiles, spec/v3).
const headerSize = 127

// mostMetadata bounds the packed metadata and what is unpacked of it: a file may be a stranger's.
const mostMetadata = 4 << 20

// What the head says of compression and tiles, as far as browsers can draw it.
const (
	plain       = 1
	gzipped     = 2
	vectorTiles = 1
)

// section is a part of the file.
type section struct{ Offset, Length uint64 }

// end is the first byte behind the section; false where the numbers cannot be.
func (s section) end() (uint64, bool) { return s.Offset + s.Length, s.Offset+s.Length >= s.Offset }

// header is the head of a file, as far as it is checked.
type header struct {
	Root, Metadata, Leaves, Tiles            section
	internalPacking, tilePacking, kindOfTile byte
}

// check says why a file of that size cannot be drawn; nil: it can.
func check(file io.ReaderAt, size int64) error {
	head := make([]byte, headerSize)
	if _, err := file.ReadAt(head, 0); errors.Is(err, io.EOF) {
		return errors.New("it is shorter than the head of a .pmtiles file")
	} else if err != nil {
		return err
	}
	h, err := readHeader(head)
	if err != nil {
		return err
	}
	for _, s := range []section{h.Root, h.Metadata, h.Leaves, h.Tiles} {
		if end, ok := s.end(); !ok || end > uint64(size) {
			return fmt.Errorf("it is cut short: %d bytes are there, and its head tells of %d", size, end)
		}
	}
	return checkLayers(file, h)
}

func readHeader(head []byte) (h header, err error) {
	if !bytes.HasPrefix(head, []byte("PMTiles")) {
		return h, errors.New("it is not a .pmtiles file")
	}
	if head[7] != 3 {
		return h, fmt.Errorf("it is of version %d of the format; 3 is known", head[7])
	}
	for i, s := range []*section{&h.Root, &h.Metadata, &h.Leaves, &h.Tiles} {
		s.Offset, s.Length = binary.LittleEndian.Uint64(head[8+16*i:]), binary.LittleEndian.Uint64(head[16+16*i:])
	}
	h.internalPacking, h.tilePacking, h.kindOfTile = head[97], head[98], head[99]
	if h.kindOfTile != vectorTiles {
		return h, errors.New("its tiles are pictures; streets are drawn of vector tiles")
	}
	for _, packing := range []byte{h.internalPacking, h.tilePacking} {
		if packing != plain && packing != gzipped {
			return h, errors.New("its tiles are compressed in a way that browsers do not read; gzip is")
		}
	}
	return h, nil
}

// checkLayers looks for roads among the layers that the file says to have. One that does not say is taken.
func checkLayers(file io.ReaderAt, h header) error {
	if h.Metadata.Length == 0 || h.Metadata.Length > mostMetadata {
		return nil
	}
	var packed io.Reader = io.NewSectionReader(file, int64(h.Metadata.Offset), int64(h.Metadata.Length))
	if h.internalPacking == gzipped {
		unpacked, err := gzip.NewReader(packed)
		if err != nil {
			return fmt.Errorf("its metadata cannot be unpacked: %w", err)
		}
		packed = unpacked
	}
	var metadata struct {
		Layers []struct{ ID string } `json:"vector_layers"`
	}
	if err := json.NewDecoder(io.LimitReader(packed, mostMetadata)).Decode(&metadata); err != nil {
		return fmt.Errorf("its metadata cannot be read: %w", err)
	}
	for _, layer := range metadata.Layers {
		if layer.ID == "roads" {
			return nil
		}
	}
	if len(metadata.Layers) == 0 {
		return nil
	}
	return errors.New("it has no layer `roads`: it is not in the scheme of Protomaps")
}
