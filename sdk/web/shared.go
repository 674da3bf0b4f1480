package web

import (
	"net/http"
	"strconv"
	"time"
)

// SharedHeader carries what Shared says from a plugin's answer to the host. It goes no further.
const SharedHeader = "Outrider-Shared"

// Shared says, before an answer is written, that it is the same for everybody who sees source: whoever is answered with the same source, at another address,
// may be given it for the same last part of the address and the same query, as long as it is fresh. Of one caller that is believed for two seconds; then the plugin
// is asked again. It is for operations that wait (Waits), answers of a known length up to 1 MiB, and sources that several watch at once.
func Shared(w http.ResponseWriter, source string, fresh time.Duration) {
	w.Header().Set(SharedHeader, source+";"+strconv.FormatInt(fresh.Milliseconds(), 10))
}
