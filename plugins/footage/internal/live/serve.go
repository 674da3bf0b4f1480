package live

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"outrider.dev/sdk/web"
)

// ServeHTTP answers with a playlist or a piece of the stream, by the path below the variant: "index.m3u8". While there is no picture yet it waits for
// one, and then answers 503: ask again. At the end it is 410, with the reason.
// The host gives what one viewer is answered to others for as long as freshOf says.
func (s *Stream) ServeHTTP(w http.ResponseWriter, r *http.Request, variant Variant, file string) {
	if !s.hold(w, r) {
		return
	}
	muxer, played, err := s.muxer(variant)
	if err != nil {
		WriteOver(w, s.Why())
		return
	}
	if named := cutOf(r); named != "" && named != muxer.name {
		WriteOver(w, ErrAnew)
		return
	}
	if !s.Recording {
		web.Shared(w, s.ID+"/"+string(variant)+"/"+muxer.name, freshOf(file))
	}
	inner := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/" + file, RawQuery: r.URL.RawQuery}} // muxers read nothing else
	if file == mainPlaylist {
		inner.URL.RawQuery = cutParameter + "=" + muxer.name // all addresses in playlists have it from there
	}
	if variant == Low && !played && isShared(file) {
		found := muxer.shared.answer(r.Context(), file+"?"+inner.URL.RawQuery, func(w http.ResponseWriter) {
			muxer.Handle(&ending{ResponseWriter: w, stream: s}, inner)
		})
		if found != nil {
			found.give(w)
		}
		return
	}
	answer := newWhole(w)
	defer answer.end()
	if played && strings.HasSuffix(file, "_stream.m3u8") {
		muxer.serveEnded(answer, inner)
		return
	}
	muxer.Handle(&ending{ResponseWriter: answer, stream: s}, inner)
	if file == mainPlaylist {
		answer.Header().Set("Cache-Control", "no-store") // it names the muxer that there is
	}
}

const (
	// freshList is less than a part: who waits for the next one is never kept by a list without it, since that has another address.
	freshList = 100 * time.Millisecond
	// freshPiece is as long as viewers are apart; what has an address here never changes.
	freshPiece = 2 * time.Second
)

// freshOf is how long an answer is as good as the next.
func freshOf(file string) time.Duration {
	if strings.HasSuffix(file, ".m3u8") {
		return freshList
	}
	return freshPiece
}
