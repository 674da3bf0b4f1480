package upload

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
}

// API answers for the settings.
type API struct {
	store *Store
	fleet Fleet
}

// NewAPI returns the operations over a store.
func NewAPI(s *Store, fleet Fleet) *API { return &API{store: s, fleet: fleet} }

// Register adds the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/au/settings", web.NeedsByBody("viewAlertEmailList", "editAlertUploadSettings"), a.read, web.IDs("body.devices", "device"),
		web.Summary("What devices upload with an alert; with configs, as PUT"))
	web.Handle(r, "PUT /org/{orgId}/au/settings", web.Needs("editAlertUploadSettings"), a.set, web.IDs("body.devices", "device"),
		web.Summary("Choose what devices upload with an alert"))
}

// list is a list of whole numbers or of the one text "*"; JSON may hold numbers as texts.
type list []int

// Config is one setting in the API.
type Config struct {
	Attribute     string `json:"attribute" enum:"imu,io"`
	Pin           []any  `json:"pin,omitempty" nullable:"false" maxItems:"8" doc:"Of io: inputs 1 to 8; none, or *, is every input"`
	Snaps         bool   `json:"snaps" required:"false"`
	Video         bool   `json:"video" required:"false"`
	Tracking      bool   `json:"tracking" required:"false"`
	IMU           bool   `json:"imu" required:"false"`
	VideoChannels []any  `json:"video_channels,omitempty" nullable:"false" maxItems:"8" doc:"Channels 1 to 8; none, or *, is all"`
}

type settingsInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Devices []string `json:"devices" minItems:"1" maxItems:"1000" nullable:"false"`
		Configs []Config `json:"configs,omitempty" maxItems:"16" nullable:"false"`
	}
}

// View is one setting as it is answered.
type View struct {
	Config
	Key              string  `json:"key" doc:"imu, io|* or io|1 to io|8"`
	Enabled          bool    `json:"enabled" doc:"Whether anything is uploaded now"`
	DisabledBySystem bool    `json:"disabled_by_system" doc:"More than 60 alerts of the type came within an hour"`
	DisabledAt       *string `json:"disabled_at"`
}

// DeviceSettings are the settings of one device.
type DeviceSettings struct {
	DeviceID  string `json:"device_id"`
	VehicleID string `json:"vehicle_id"`
	Configs   []View `json:"configs" nullable:"false"`
	Channels  []int  `json:"channels" nullable:"false" doc:"Cameras that the device has, 1 to 4 where it has not told"`
	State     string `json:"state" enum:"default,waiting,sent,done,failed" doc:"What the device knows of it: nothing was ever changed, wanted but not with the device yet, sent and taken by it, confirmed, refused"`
	Problem   string `json:"problem" doc:"Why it refused, in the language of who asks, or quoted as the device says it"`
}

type settingsOutput struct {
	Body struct {
		Settings []DeviceSettings `json:"settings" nullable:"false"`
	}
}

// read answers settings; with configs it is set.
func (a *API) read(ctx context.Context, in *settingsInput) (*settingsOutput, error) {
	if len(in.Body.Configs) > 0 {
		if err := web.Require(ctx, "editAlertUploadSettings"); err != nil {
			return nil, err
		}
		return a.set(ctx, in)
	}
	return a.answer(ctx, in.Body.Devices, nil)
}

// set chooses what devices upload, and answers as read does.
func (a *API) set(ctx context.Context, in *settingsInput) (*settingsOutput, error) {
	return a.answer(ctx, in.Body.Devices, func(tx *gorm.DB, org string, ids []string) error {
		chosen, err := settingsOf(in.Body.Configs)
		if err != nil {
			return err
		}
		return a.store.Set(tx, org, ids, chosen)
	})
}

// answer reads the settings of devices that the caller sees, after change has changed them.
func (a *API) answer(ctx context.Context, devices []string, change func(tx *gorm.DB, org string, ids []string) error) (*settingsOutput, error) {
	caller := web.Caller(ctx)
	ids := slices.Compact(slices.Sorted(slices.Values(devices)))
	out := &settingsOutput{}
	var before []DeviceSettings
	err := a.store.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		vehicles, err := a.vehicles(tx, caller, ids)
		if err != nil {
			return err
		}
		if change != nil {
			if before, err = a.store.Describe(tx, caller.OrgID, ids, vehicles); err != nil {
				return err
			}
			if err := change(tx, caller.OrgID, ids); err != nil {
				return err
			}
		}
		out.Body.Settings, err = a.store.Describe(tx, caller.OrgID, ids, vehicles)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("upload settings: %w", err)
	}
	tellChange(ctx, before, out.Body.Settings)
	for i := range out.Body.Settings {
		one := &out.Body.Settings[i]
		one.Problem = texts.Quoted(web.Language(ctx), one.Problem)
	}
	return out, nil
}

// vehicles finds the vehicles of devices, all of which the caller sees; fault.NotFound.
func (a *API) vehicles(tx *gorm.DB, caller web.CallerInfo, ids []string) (map[string]string, error) {
	seen, args := a.fleet.Seen("d.vehicle_id", caller)
	rows, err := store.Rows[struct{ ID, VehicleID string }](tx, `SELECT d.id, d.vehicle_id FROM alerts.fleet_device d WHERE d.org_id = ? AND d.id = ANY(?) AND NOT d.deleted AND `+seen,
		append([]any{caller.OrgID, &ids}, args...)...)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(ids) {
		return nil, fault.New(fault.NotFound, "There is no such device.")
	}
	vehicles := map[string]string{}
	for _, r := range rows {
		vehicles[r.ID] = r.VehicleID
	}
	return vehicles, nil
}

// Describe writes down the settings of devices, in a transaction of their organisation; vehicles are where they are.
func (s *Store) Describe(tx *gorm.DB, orgID string, ids []string, vehicles map[string]string) ([]DeviceSettings, error) {
	settings, err := s.Of(tx, orgID, ids...)
	if err != nil {
		return nil, err
	}
	states, err := s.States(tx, orgID, ids)
	if err != nil {
		return nil, err
	}
	cameras, err := s.cameras(tx, orgID, ids)
	if err != nil {
		return nil, err
	}
	described := make([]DeviceSettings, len(ids))
	for i, id := range ids {
		d := DeviceSettings{DeviceID: id, VehicleID: vehicles[id], Channels: cameras[id].channels(), Problem: states[id].Problem, Configs: []View{}}
		for _, one := range settings[id].All() {
			d.Configs = append(d.Configs, one.View())
		}
		d.State = states[id].word()
		described[i] = d
	}
	return described, nil
}

func (s *Store) cameras(tx *gorm.DB, orgID string, ids []string) (map[string]Camera, error) {
	type row struct {
		DeviceID string
		Model    string
		Channels json.RawMessage
	}
	rows, err := store.Rows[row](tx, `SELECT device_id, model, channels FROM alerts.camera WHERE org_id = ? AND device_id = ANY(?)`, orgID, &ids)
	if err != nil {
		return nil, err
	}
	found := map[string]Camera{}
	for _, r := range rows {
		c := Camera{Model: r.Model}
		if err := json.Unmarshal(r.Channels, &c.Channels); err != nil {
			return nil, err
		}
		found[r.DeviceID] = c
	}
	return found, nil
}

func (s State) word() string {
	switch {
	case s.Wanted == 0:
		return "default"
	case s.Problem != "":
		return "failed"
	case s.Done == s.Wanted:
		return "done"
	case s.Delivered == s.Wanted:
		return "sent"
	default:
		return "waiting"
	}
}

// View is the setting as it is answered.
func (s Setting) View() View {
	shown := View{
		Config: Config{Attribute: s.Attribute(), Pin: []any{}, Snaps: s.Snaps, Video: s.Video, Tracking: s.Tracking, IMU: s.IMU, VideoChannels: []any{}},
		Key:    s.Key, Enabled: s.Enabled(), DisabledBySystem: s.DisabledMs > 0,
	}
	if pin := s.Pin(); pin > 0 {
		shown.Pin = []any{pin}
	}
	for _, channel := range s.Channels {
		shown.VideoChannels = append(shown.VideoChannels, channel)
	}
	if len(s.Channels) == 0 {
		shown.VideoChannels = []any{"*"}
	}
	if s.DisabledMs > 0 {
		at := time.UnixMilli(s.DisabledMs).UTC().Format(time.RFC3339)
		shown.DisabledAt = &at
	}
	return shown
}

// settingsOf reads what was chosen; fault.Invalid.
func settingsOf(configs []Config) (chosen []Setting, err error) {
	if len(configs) == 0 {
		return nil, invalid("body.configs", "Say at least one configuration.")
	}
	for i, c := range configs {
		at := fmt.Sprintf("body.configs[%d]", i)
		pins, err := numbers(at+".pin", c.Pin)
		if err != nil {
			return nil, err
		}
		channels, err := numbers(at+".video_channels", c.VideoChannels)
		if err != nil {
			return nil, err
		}
		if c.Attribute == IMU && len(pins) > 0 {
			return nil, invalid(at+".pin", "Only inputs have a pin.")
		}
		if len(pins) == 0 {
			pins = list{0}
		}
		for _, pin := range pins {
			chosen = append(chosen, Setting{Key: KeyOf(c.Attribute, pin), Snaps: c.Snaps, Video: c.Video, Tracking: c.Tracking, IMU: c.IMU, Channels: channels})
		}
	}
	return chosen, nil
}

// numbers reads pins or channels, 1 to 8; none stands for all, and so does the text *.
func numbers(at string, values []any) (found list, err error) {
	for _, v := range values {
		if v == "*" {
			return nil, nil
		}
		n, ok := number(v)
		if !ok || n < 1 || n > Inputs {
			return nil, invalid(at, "This is a number from 1 to 8, or *.")
		}
		if !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	slices.Sort(found)
	return found, nil
}

func number(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), v == float64(int(v))
	case int:
		return v, true
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	default:
		return 0, false
	}
}

func invalid(location, message string) error {
	return fault.InvalidFields("The configuration is not valid.", fault.Field{Location: location, Message: message})
}
