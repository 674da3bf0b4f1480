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

// Move is what was done to a file: its index of so many bytes, which was at From, is at To, and the offsets in it have grown by its length where they
// lead to what it was put before. Everything else is as it was. Undo gives the bytes from before.
type Move struct {
	From  int64 `json:"index_from"`
	To    int64 `json:"index_to"`
	Bytes int64 `json:"index_bytes"`
}

// Fix returns the file with its index in front, and what was done for it, or nil if it is there already. The result reads from f, as far as it is read.
func Fix(f File, size int64) (io.Reader, *Move, error) {
	l, err := look(f, size)
	if err != nil || l.indexBytes == 0 || l.pictures < 0 || l.index < l.pictures {
		return nil, nil, err // without an index it is for the caller to say that it is no video
	}
	if l.indexBytes > maxIndex {
		return nil, nil, ErrIndex
	}
	index, m := make([]byte, l.indexBytes), Move{From: l.index, To: l.ftypEnd, Bytes: l.indexBytes}
	if _, err := f.ReadAt(index, l.index); err != nil {
		return nil, nil, fmt.Errorf("read the index of a video: %w", err)
	}
	if err := shift(index, m.raised); err != nil {
		return nil, nil, err
	}
	return io.MultiReader(
		io.NewSectionReader(f, 0, m.To), bytes.NewReader(index), io.NewSectionReader(f, m.To, m.From-m.To),
		io.NewSectionReader(f, m.From+m.Bytes, size-m.From-m.Bytes),
	), &m, nil
}

// Undo returns a file that Fix has made as it was before; ErrIndex if it is not such a file. The result reads from f, as far as it is read.
func Undo(f io.ReaderAt, size int64, m Move) (io.Reader, error) {
	if m.To < 0 || m.From < m.To || m.Bytes <= 0 || m.Bytes > maxIndex || m.From > size-m.Bytes {
		return nil, ErrIndex
	}
	index := make([]byte, m.Bytes)
	if _, err := f.ReadAt(index, m.To); err != nil {
		return nil, fmt.Errorf("read the index of a video: %w", err)
	}
	if err := shift(index, m.lowered); err != nil {
		return nil, err
	}
	return io.MultiReader(
		io.NewSectionReader(f, 0, m.To), io.NewSectionReader(f, m.To+m.Bytes, m.From-m.To), bytes.NewReader(index),
		io.NewSectionReader(f, m.From+m.Bytes, size-m.From-m.Bytes),
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

// shift changes every offset of an index.
func shift(index []byte, to func(offset uint64) (uint64, bool)) error {
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
			problem = errors.Join(problem, shiftOffsets(index[start:end], h.BoxInfo.Type == mp4.BoxTypeCo64(), to))
		}
		return nil, nil
	})
	if err != nil {
		return errors.Join(ErrIndex, err)
	}
	return problem
}

// shiftOffsets changes a table of offsets in place: 32 bits each, or 64.
func shiftOffsets(table []byte, long bool, to func(offset uint64) (uint64, bool)) error {
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
			offset, ok := to(binary.BigEndian.Uint64(entry))
			if !ok {
				return ErrIndex
			}
			binary.BigEndian.PutUint64(entry, offset)
			continue
		}
		offset, ok := to(uint64(binary.BigEndian.Uint32(entry)))
		if !ok || offset > math.MaxUint32 {
			return ErrIndex
		}
		binary.BigEndian.PutUint32(entry, uint32(offset))
	}
	return nil
}

// raised is where what was at an offset will be; false for one that leads into the index, where there are no pictures.
func (m Move) raised(offset uint64) (uint64, bool) {
	from, length := uint64(m.From), uint64(m.Bytes) // lengths of a file
	if offset < from {
		return offset + length, true
	}
	return offset, offset >= from+length
}

// lowered is where what is at an offset was before.
func (m Move) lowered(offset uint64) (uint64, bool) {
	from, length := uint64(m.From), uint64(m.Bytes) // lengths of a file
	if offset < from+length {
		return offset - length, offset >= length
	}
	return offset, true
}
