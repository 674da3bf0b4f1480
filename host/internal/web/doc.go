// Package web serves the browser's side: the shell, the sign-in page and the remotes of the installed plugins, and GET /api/shell, which tells the
// shell what there is.
//
// Files with a hash in their name are immutable and may be kept for a year; pages are made anew for each response, since each carries the nonce
// of its own content security policy. A missing file is 404, never a page: a script that is answered with HTML fails far from its cause.
package web
