// Package media keeps files and serves them by signed, expiring links: GET /api/media/{token}. Devices bring theirs by links too, in parts.
//
// A plugin that has decided that its caller may have a file asks for a link; the browser fetches it from the host without crossing to the
// plugin. The link is the permission: it names one stored object, one verb, and when it ends, and it ends early when the session that it was
// made for does. The bytes come from a folder or from S3, by the same code.
package media
