// Package scim lets the directory of an organisation (Entra ID, Okta and others) make, change and disable its users by SCIM 2.0 (RFC 7643, RFC 7644), below /scim/v2. Messages,
// paths and schemas are checked by the library; what may be done is decided in package identity.
package scim
