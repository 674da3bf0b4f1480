// Package faststart puts the index of an MP4 in front of its pictures, so that it plays while it comes and can be sought in. Many devices
// write it behind them, because they know it only at the end.
package faststart

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/abema/go-mp4"
)

const (
	// maxIndex bounds an index in bytes: 300 s of video need some 100 KB.
	maxIndex = 64 << 20
	// fullHeader is version, flags and the count of entries.
	fullHeader = 8
)

// ErrIndex means that a video's index cannot be read.
var ErrIndex = errors.New("the video's index cannot be read")

// File is what an MP4 is read from.
type File interface {
	io.ReadSeeker
	io.ReaderAt
}

// layout is where things lie in a file.
type layout struct {
	ftypEnd           int64
	index, indexBytes int64
	pictures          int64 // the first of them; -1: none
}

// Fix returns the file with its index in front, or nil if it is there already. The result reads from f, as far as it is read.
func Fix(f File, size int64) (io.Reader, error) {
	l, err := look(f, size)
	if err != nil || l.indexBytes == 0 || l.pictures < 0 || l.index < l.pictures {
		return nil, err // without an index it is for the caller to say that it is no video
	}
	if l.indexBytes > maxIndex {
		return nil, ErrIndex
	}
	index := make([]byte, l.indexBytes)
	if _, err := f.ReadAt(index, l.index); err != nil {
		return nil, fmt.Errorf("read the index of a video: %w", err)
	}
	if err := l.shift(index); err != nil {
		return nil, err
	}
	return io.MultiReader(
		io.NewSectionReader(f, 0, l.ftypEnd), bytes.NewReader(index), io.NewSectionReader(f, l.ftypEnd, l.index-l.ftypEnd),
		io.NewSectionReader(f, l.index+l.indexBytes, size-l.index-l.indexBytes),
	), nil
}

// look walks over the top of the file.
func look(f io.ReadSeeker, size int64) (layout, error) {
	l := layout{pictures: -1}
	for at := int64(0); at < size; {
		if _, err := f.Seek(at, io.SeekStart); err != nil {
			return l, err
		}
		info, err := mp4.ReadBoxInfo(f)
		if err != nil || info.Size < 8 || info.Size > math.MaxInt64 || at+int64(info.Size) > size {
			return l, ErrIndex
		}
		length := int64(info.Size) // bounded above
		switch info.Type {
		case mp4.BoxTypeFtyp():
			l.ftypEnd = at + length
		case mp4.BoxTypeMoov():
			l.index, l.indexBytes = at, length
		case mp4.BoxTypeMdat():
			if l.pictures < 0 {
				l.pictures = at
			}
		}
		at += length
	}
	return l, nil
}

// shift tells an index where the pictures are, once it is before them.
func (l layout) shift(index []byte) error {
	var problem error
	_, err := mp4.ReadBoxStructure(bytes.NewReader(index), func(h *mp4.ReadHandle) (any, error) {
		switch h.BoxInfo.Type {
		case mp4.BoxTypeMoov(), mp4.BoxTypeTrak(), mp4.BoxTypeMdia(), mp4.BoxTypeMinf(), mp4.BoxTypeStbl():
			return h.Expand()
		case mp4.BoxTypeStco(), mp4.BoxTypeCo64():
			start, end := h.BoxInfo.Offset+h.BoxInfo.HeaderSize, h.BoxInfo.Offset+h.BoxInfo.Size
			if start > end || end > uint64(len(index)) {
				return nil, ErrIndex
			}
			problem = errors.Join(problem, l.shiftOffsets(index[start:end], h.BoxInfo.Type == mp4.BoxTypeCo64()))
		}
		return nil, nil
	})
	if err != nil {
		return errors.Join(ErrIndex, err)
	}
	return problem
}

// shiftOffsets changes a table of offsets in place: 32 bits each, or 64.
func (l layout) shiftOffsets(table []byte, long bool) error {
	width := 4
	if long {
		width = 8
	}
	if len(table) < fullHeader {
		return ErrIndex
	}
	count := int64(binary.BigEndian.Uint32(table[4:]))
	if int64(len(table)-fullHeader) < count*int64(width) {
		return ErrIndex
	}
	for entry := table[fullHeader:][:count*int64(width)]; len(entry) > 0; entry = entry[width:] {
		if long {
			binary.BigEndian.PutUint64(entry, l.moved(binary.BigEndian.Uint64(entry)))
			continue
		}
		to := l.moved(uint64(binary.BigEndian.Uint32(entry)))
		if to > math.MaxUint32 {
			return ErrIndex
		}
		binary.BigEndian.PutUint32(entry, uint32(to))
	}
	return nil
}

// moved is where what was at an offset will be.
func (l layout) moved(offset uint64) uint64 {
	if offset < uint64(l.index) { // an offset in a file
		return offset + uint64(l.indexBytes) // bounded by maxIndex
	}
	return offset
}
