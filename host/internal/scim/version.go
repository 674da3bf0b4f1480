package scim

import (
	"net/http"
	"strings"

	scimerrors "github.com/elimity-com/scim/errors"
)

// unless refuses a change of what is not the version any more that the client has seen, or of a version that the client does not want to change.
func unless(r *http.Request, version string) error {
	if seen := r.Header.Get("If-Match"); seen != "" && !names(seen, version) {
		return scimerrors.ScimError{Status: http.StatusPreconditionFailed, Detail: "Failed to update. Resource has changed on the server."}
	}
	if names(r.Header.Get("If-None-Match"), version) {
		return scimerrors.ScimError{Status: http.StatusPreconditionFailed, Detail: "Failed to update. Resource has the version that was excluded."}
	}
	return nil
}

// names reports whether a header's list of versions has one, or stands for all of them. Versions are compared weakly: ours are weak.
func names(header, version string) bool {
	for one := range strings.SplitSeq(header, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || one != "" && strings.TrimPrefix(one, "W/") == strings.TrimPrefix(version, "W/") {
			return true
		}
	}
	return false
}
