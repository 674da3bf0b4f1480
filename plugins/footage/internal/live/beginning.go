package live

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	// mostBeginning bounds the pictures of a beginning, in bytes: above it a player asks for them, as it does for all else.
	mostBeginning = 256 << 10
	// beginningWithin is how long is waited for a beginning, all of which is there at once.
	beginningWithin = 200 * time.Millisecond
)

var (
	namedFile = regexp.MustCompile(`URI="([^"]+)"`)
	listFile  = regexp.MustCompile(`(?m)^[^#\s]\S*\.m3u8\S*`)
)

// Piece is the answer to a player that asks for a file of a stream.
type Piece struct {
	File string // as the player asks for it: below the variant, with its query
	Body []byte
}

// Beginning is what a player of low latency asks for first, one after the other: the playlists, the heads of the tracks, and the pictures from the last but
// one on that needs none before it. Nothing while there is no picture, nor of a recording.
func (s *Stream) Beginning(ctx context.Context) []Piece {
	select {
	case <-s.begun:
	default:
		return nil
	}
	muxer, _, err := s.muxer(Low)
	if err != nil || s.Recording {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, beginningWithin)
	defer cancel()
	b := beginning{stream: s, muxer: muxer}
	main := b.add(ctx, mainPlaylist, mainPlaylist+"?"+cutParameter+"="+muxer.name)
	lists := listFile.FindAllString(string(main), -1)
	for _, named := range namedFile.FindAllStringSubmatch(string(main), -1) { // of sound
		lists = append(lists, named[1])
	}
	for _, list := range lists {
		for _, file := range firstFiles(b.add(ctx, list, list)) {
			b.add(ctx, file, file)
		}
	}
	if b.isLacking {
		return nil
	}
	return b.pieces
}

type beginning struct {
	stream    *Stream
	muxer     *cutter
	pieces    []Piece
	size      int
	isLacking bool // a playlist or a head is not there
}

// add asks the muxer for a file, by its address with the query, and keeps the answer under the name by which players ask.
func (b *beginning) add(ctx context.Context, name, address string) []byte {
	isPicture := strings.Contains(name, "_part")
	file, query, _ := strings.Cut(address, "?")
	request := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/" + file, RawQuery: query}} // muxers read nothing else
	found := b.muxer.shared.answer(ctx, address, func(w http.ResponseWriter) { b.muxer.Handle(&ending{ResponseWriter: w, stream: b.stream}, request) })
	if found == nil || found.status != http.StatusOK {
		b.isLacking = b.isLacking || !isPicture
		return nil
	}
	body := found.body.Bytes() // which nobody changes
	if isPicture {
		if b.size += len(body); b.size > mostBeginning {
			return nil
		}
	}
	b.pieces = append(b.pieces, Piece{File: name, Body: body})
	return body
}

// firstFiles are the head that a playlist names, and its parts from the last but one on that needs none before it.
func firstFiles(list []byte) (files []string) {
	var parts []string
	begins, before := 0, 0
	for line := range bytes.Lines(list) {
		named := namedFile.FindSubmatch(line)
		switch {
		case named == nil:
		case bytes.HasPrefix(line, []byte("#EXT-X-MAP:")):
			files = append(files, string(named[1]))
		case bytes.HasPrefix(line, []byte("#EXT-X-PART:")):
			if bytes.Contains(line, []byte("INDEPENDENT=YES")) {
				before, begins = begins, len(parts)
			}
			parts = append(parts, string(named[1]))
		}
	}
	return append(files, parts[before:]...)
}
