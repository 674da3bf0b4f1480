package stream

import (
	"errors"
	"net/http"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// play answers with playlists and pieces of the caller's own views. A playlist that is not there yet is waited for, and 503 in the end; a stream that is
// over is 410 with the reason, one that never was 404.
func (a *API) play() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := error(viewing.ErrGone)
		if variant := live.Variant(r.PathValue("variant")); variant == live.Low || variant == live.Plain {
			err = a.router.Play(w, r, watcher(r.Context()), r.PathValue("session"), variant, r.PathValue("file"), func(recording bool) error {
				return web.Require(r.Context(), permissionOf(recording))
			})
		}
		if over, ok := errors.AsType[*viewing.Over](err); ok {
			live.WriteOver(w, over.Why)
			return
		}
		if errors.Is(err, viewing.ErrGone) {
			err = fault.New(fault.NotFound, "There is no such stream.")
		}
		if err != nil {
			web.WriteProblem(w, r, err)
		}
	})
}

// permissionOf is what watching needs: live pictures and recordings are allowed apart from each other.
func permissionOf(recording bool) string {
	if recording {
		return "WatchVOD"
	}
	return "WatchLivestream"
}
