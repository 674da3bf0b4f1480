package fileset

import (
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/footage/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// most bounds a list of filesets.
const most = 500

type filesetRow struct {
	OrgID, ID, AlertID, VehicleID, VehicleName, GroupPath, DeviceID, Description, RequestedBy, RequestedName, Shared string
	CreatedAt                                                                                                        time.Time
}

type fileRow struct {
	ID, FilesetID, FileType, Status, Reason, Sha256 string
	Channel, Progress                               int
	Thumbnail                                       bool
	StartMs, DurationMs, Size, DeviceSize           int64
	DeviceSha256                                    string
	Rewrite                                         []byte
}

// read lists filesets with their files, the newest first. The transaction is their organisation's: another may read neither the fleet nor with whom they are shared.
func (s *Store) read(tx *gorm.DB, orgID, where string, args ...any) ([]Fileset, error) {
	rows, err := store.Rows[filesetRow](tx, `SELECT s.org_id, s.id, s.alert_id, s.vehicle_id, coalesce(v.name, '') AS vehicle_name, coalesce(g.path, '') AS group_path, s.device_id,
			s.description, s.requested_by, s.requested_name, s.created_at,
			coalesce((SELECT string_agg(h.user_id, ' ' ORDER BY h.user_id) FROM footage.share h WHERE h.org_id = s.org_id AND h.fileset_id = s.id), '') AS shared
		FROM footage.fileset s
		LEFT JOIN footage.fleet_vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id
		LEFT JOIN footage.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
		WHERE s.org_id = ? AND `+where+` ORDER BY s.created_at DESC, s.id LIMIT ?`, append(append([]any{orgID}, args...), most)...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	var files []fileRow
	files, err = store.Rows[fileRow](tx, `SELECT id, fileset_id, file_type, status, reason, sha256, channel, progress, start_ms, duration_ms, size, thumbnail, device_size, device_sha256, rewrite FROM footage.file
		WHERE org_id = ? AND fileset_id = ANY(?) ORDER BY fileset_id, position`, orgID, &ids)
	if err != nil {
		return nil, err
	}
	of := map[string][]File{}
	for _, f := range files {
		rewrite, err := moveOf(f.Rewrite)
		if err != nil {
			return nil, err
		}
		of[f.FilesetID] = append(of[f.FilesetID], File{
			Wanted: Wanted{Type: f.FileType, Channel: f.Channel, StartMs: f.StartMs, DurationMs: f.DurationMs},
			ID:     f.ID, Status: Status(f.Status), Progress: f.Progress, Reason: f.Reason, Size: f.Size, SHA256: f.Sha256, Thumbnail: f.Thumbnail,
			DeviceSize: f.DeviceSize, DeviceSHA256: f.DeviceSha256, Rewrite: rewrite,
		})
	}
	list := make([]Fileset, len(rows))
	for i, r := range rows {
		list[i] = Fileset{
			ID: r.ID, OrgID: r.OrgID, AlertID: r.AlertID, VehicleID: r.VehicleID, VehicleName: r.VehicleName, GroupPath: r.GroupPath, DeviceID: r.DeviceID,
			Description: r.Description, RequestedBy: r.RequestedBy, RequestedName: r.RequestedName, CreatedAt: r.CreatedAt, Files: of[r.ID],
			Shared: strings.Fields(r.Shared),
		}
	}
	return list, nil
}

// tell writes the event of a change.
func tell(tx *gorm.DB, f Fileset, deleted bool) error {
	changed := eventdata.FilesetChanged{
		FilesetRequestID: f.ID, AlertID: f.AlertID, VehicleID: f.VehicleID, DeviceID: f.DeviceID, Status: f.Status().Wire(), Progress: f.Progress(),
		Files: []eventdata.FileChanged{}, Deleted: deleted,
	}
	for _, one := range f.Files {
		changed.Files = append(changed.Files, eventdata.FileChanged{
			FileRequestID: one.ID, FileType: one.Type, Channel: one.Channel, Status: one.Status.Wire(), Progress: one.Progress,
			StartMs: one.StartMs, DurationMs: one.DurationMs, Reason: one.Reason,
		})
	}
	return events.Publish(tx, f.OrgID, filesetChanged, changed)
}
