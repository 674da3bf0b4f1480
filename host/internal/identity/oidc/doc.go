// Package oidc signs people in who come from another site: OpenID Connect, authorization code with PKCE, against the issuers of the
// configuration. What comes out is the same session as the product's own sign-in begins.
package oidc
