package app

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/admin"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/push"
)

// publicID is the hostID without the machine's name, for everybody.
func (h *host) publicID() string {
	id, err := h.hostID()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

// hostID tells this host from all others, also from others of this process.
func (h *host) hostID() (string, error) {
	name, err := hostName()
	if h.id == "" {
		h.id = name + "-" + strings.ToLower(rand.Text()[:6])
	}
	return h.id, err
}

// hostName is what people call it.
func hostName() (string, error) {
	name, err := os.Hostname()
	return name + "-" + strconv.Itoa(os.Getpid()), err
}

// makeAdmin opens the audit journal and joins the operator's view to what it looks at.
func (h *host) makeAdmin(hub *push.Hub) ([]edge.Own, []byte, error) {
	id, err := h.hostID()
	if err != nil {
		return nil, nil, err
	}
	name, err := hostName()
	if err != nil {
		return nil, nil, err
	}
	h.journal, err = audit.Open(filepath.Join(h.parts.DataDir, "audit"), id, h.Config.Audit.Sync)
	if err != nil {
		return nil, nil, err
	}
	h.entrances = audit.NewEntrances(h.journal)
	h.onStop(func() { h.report("audit journal", h.journal.Close()) })
	pool := h.database.Pool()
	log := audit.NewLog(pool, h.journal, time.Duration(h.Config.Audit.KeepDays)*24*time.Hour, h.Log, time.Now)
	h.background.run("audit log", log.Run)
	h.admin = admin.New(admin.Config{
		HostID: id, Name: name, Version: Version, DataDir: h.parts.DataDir, Audit: log, Streams: h.streams, Publishing: h.publishing, Hub: hub, Pool: pool, NATS: h.nats,
		EndSession: h.identity.sessions.End, Parts: h.probes(), Mails: h.mails(), Log: h.Log, Now: time.Now,
	})
	return h.admin.Operations()
}

// probes are what this host runs on.
func (h *host) probes() []admin.Probe {
	kind := "file"
	if scheme, _, ok := strings.Cut(h.Config.MediaURL, "://"); ok {
		kind = scheme
	}
	all := []admin.Probe{
		admin.Postgres(h.database.Pool()), admin.NATS(h.nats), admin.Keto(h.keto, h.identity.access, h.Config.StaleAfter),
		admin.Media(h.bucket, kind), admin.Disk(h.parts.DataDir, h.disk),
	}
	for i, l := range []config.Listener{h.Config.HTTP.Listener, h.Config.MQTT, h.Config.RTSP} {
		if l.TLS() {
			all = append(all, admin.Certificate([]string{"http", "mqtt", "rtsp"}[i], l.TLSCert, l.TLSKey, time.Now))
		}
	}
	if history, err := h.history(); h.Demo && err == nil && history != nil {
		all = append(all, admin.Demonstration(h.historyNote()))
	}
	return all
}
