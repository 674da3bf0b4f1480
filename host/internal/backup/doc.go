// Package backup copies everything that a host keeps, while it serves, to a folder or a bucket, checks such copies and restores them.
//
// In a place, backups/<time>/ holds the parts of one backup and its manifest, which is written last: without it there is no backup.
// objects/<first two digits>/<sha256> holds the files of the media storage, each once for all backups of the place. docs/decisions/backup.md
// says in which order the parts are taken, and why nothing is lost.
package backup
