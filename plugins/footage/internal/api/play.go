package api

import (
	"net/http"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// permissionOf is what watching a stream needs: live pictures and recordings are allowed apart from each other.
func permissionOf(s *live.Stream) string {
	if s.Recording {
		return "WatchVOD"
	}
	return "WatchLivestream"
}

// play answers with playlists and pieces of the caller's own views. A playlist that is not there yet is one for 404 too: players ask
// again.
func (a *API) play() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		variant := live.Variant(r.PathValue("variant"))
		stream, err := a.desk.Open(r.PathValue("session"), watcher(r.Context()))
		if err != nil || (variant != live.Low && variant != live.Plain) {
			web.WriteProblem(w, fault.New(fault.NotFound, "There is no such stream."))
			return
		}
		if err := web.Require(r.Context(), permissionOf(stream)); err != nil {
			web.WriteProblem(w, err)
			return
		}
		stream.ServeHTTP(w, r, variant, r.PathValue("file"))
	})
}
