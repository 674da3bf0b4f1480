package session

import (
	"net/http"
	"time"
)

// HintName is the cookie that tells the page, not the server, that a refresh token exists. It holds no secret.
const HintName = "outrider_session"

// Give sets the cookies of a session: the refresh token where scripts cannot read it, and the hint where they can.
func (a *API) Give(w http.ResponseWriter, r *http.Request, refresh string) {
	a.setCookies(w, r, refresh, "1", int(RefreshLife/time.Second))
}

// Forget takes the cookies of a session away.
func (a *API) Forget(w http.ResponseWriter, r *http.Request) { a.setCookies(w, r, "", "", -1) }

func (a *API) setCookies(w http.ResponseWriter, r *http.Request, refresh, hint string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: CookieName, Value: refresh, Path: "/api/auth", MaxAge: maxAge, HttpOnly: true, Secure: a.Secure(r), SameSite: http.SameSiteStrictMode,
	})
	http.SetCookie(w, &http.Cookie{
		Name: HintName, Value: hint, Path: "/", MaxAge: maxAge, HttpOnly: false, Secure: a.Secure(r), SameSite: http.SameSiteStrictMode,
	})
}
