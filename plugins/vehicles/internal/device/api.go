package device

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

// Watch tells browsers of a change: those who see the devices afterwards how they look, and those who do not see them any more that they are gone.
type Watch interface {
	Devices(ctx context.Context, orgID string, deviceIDs []string, change func() error) error
	Vehicles(ctx context.Context, orgID string, vehicleIDs []string, change func() error) error
}

// Zones knows by which clock people read the times of a vehicle.
type Zones interface {
	Of(ctx context.Context, orgID, vehicleID string) (*time.Location, error)
}

// API answers about devices, what they are fitted to and what is wrong with them.
type API struct {
	store    *Store
	vehicles *vehicle.Store
	watch    Watch
	zones    Zones
	now      func() time.Time
}

// NewAPI answers from the stores of devices and vehicles.
func NewAPI(store *Store, vehicles *vehicle.Store, watch Watch, zones Zones, now func() time.Time) *API {
	return &API{store: store, vehicles: vehicles, watch: watch, zones: zones, now: now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	info, see := web.Needs("viewDeviceInfo"), web.Needs("viewVehicle")
	aDevice, aVehicle := web.IDs("deviceId", "device"), web.IDs("id", "vehicle")
	web.Handle(r, "GET /org/{orgId}/devices", info, a.devices, web.Summary("Devices of the organisation"))
	web.Handle(r, "POST /org/{orgId}/devices", web.Needs("createDevice"), a.createDevice, web.Summary("Adds a device, and answers its key once"))
	web.Handle(r, "GET /org/{orgId}/devices/id/{deviceId}/info", info, a.deviceInfo, aDevice, web.Summary("Model, firmware, components and signal of a device"))
	web.Handle(r, "PUT /org/{orgId}/devices/id/{deviceId}", web.Needs("disableDevice"), a.disableDevice, aDevice, web.Summary("Disables a device, or enables it"))
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/key", web.Needs("createDevice"), a.newDeviceKey, aDevice, web.Summary("Gives a device a new key, and answers it once"))
	web.Handle(r, "DELETE /org/{orgId}/devices/id/{deviceId}", web.Needs("deleteDevice"), a.deleteDevice, aDevice, web.Summary("Deletes a device"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/devices", info, a.assignments, aVehicle, web.Summary("Devices of a vehicle"))
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}/devices/{deviceId}", web.Needs("assignDeviceToVehicle"), a.assign, aVehicle, aDevice, web.Summary("Assigns a device to a vehicle"))
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}/devices/{deviceId}", web.Needs("unassignDeviceFromVehicle"), a.unassign, aVehicle, aDevice, web.Summary("Removes a device from a vehicle"))

	web.Handle(r, "GET /org/{orgId}/vehicles/faults", see, a.faults, web.Lists(FaultFields), web.Summary("Faults of all vehicles"))
	web.Handle(r, "GET /org/{orgId}/vehicles/faults/{suffix}", see, a.faultsOfType, web.Lists(FaultFields), web.Summary("Faults of all vehicles of one type"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{vehicleId}/faults", see, a.vehicleFaults, web.IDs("vehicleId", "vehicle"), web.Summary("Faults of a vehicle"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{vehicleId}/faults/{suffix}", see, a.vehicleFaultsOfType, web.IDs("vehicleId", "vehicle"), web.Summary("Faults of a vehicle of one type"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type deviceInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
}

type infoOutput struct {
	Body struct {
		ID              string             `json:"id"`
		Model           string             `json:"model"`
		FirmwareVersion string             `json:"firmwareVersion"`
		Components      []events.Component `json:"components" nullable:"false"`
		Configs         json.RawMessage    `json:"configs" doc:"By imu, io|* and io|1 to io|8, as the device sent it"`
		VehicleID       string             `json:"vehicle_id" doc:"Empty: fitted to none"`
		IsDefault       bool               `json:"is_defaultdevice"`
		Disabled        bool               `json:"disabled"`
		StatusAt        *string            `json:"status_at" doc:"When the device last said this; null for never"`
	}
}

// deviceInfo shows what a device says about itself.
func (a *API) deviceInfo(ctx context.Context, in *deviceInput) (*infoOutput, error) {
	d, err := a.store.Device(ctx, in.OrgID, scope.Of(ctx), in.DeviceID)
	if err != nil {
		return nil, err
	}
	var out infoOutput
	b := &out.Body
	b.ID, b.Model, b.FirmwareVersion, b.Configs, b.VehicleID, b.IsDefault, b.Disabled = d.ID, d.Model, d.Firmware, d.Configs, d.VehicleID, d.IsDefault, d.Disabled
	b.Components = d.Components
	if len(b.Components) == 0 {
		b.Components = []events.Component{{Type: "camera", Channels: Channels(nil)}}
	}
	if d.StatusMs > 0 {
		at := times.UTC(d.StatusMs)
		b.StatusAt = &at
	}
	return &out, nil
}

type deviceOutput struct {
	DeviceID  string `json:"device_id"`
	Model     string `json:"model"`
	Firmware  string `json:"firmware"`
	Disabled  bool   `json:"disabled"`
	VehicleID string `json:"vehicle_id" doc:"Empty: fitted to none"`
	IsDefault bool   `json:"is_defaultdevice"`
	Faults    int    `json:"faults"`
	Key       string `json:"key,omitempty" doc:"Shown once, when it is made"`
}

func deviceOutputOf(d Device) deviceOutput {
	return deviceOutput{
		DeviceID: d.ID, Model: d.Model, Firmware: d.Firmware, Disabled: d.Disabled, VehicleID: d.VehicleID, IsDefault: d.IsDefault, Faults: len(d.Faults),
	}
}

type devicesOutput struct {
	Body struct {
		Devices []deviceOutput `json:"Devices" nullable:"false"`
	}
}

// devices lists the devices of the caller's vehicles, and those that are fitted to none.
func (a *API) devices(ctx context.Context, in *orgInput) (*devicesOutput, error) {
	list, err := a.store.Devices(ctx, in.OrgID, scope.Of(ctx))
	if err != nil {
		return nil, err
	}
	var out devicesOutput
	out.Body.Devices = make([]deviceOutput, len(list))
	for i, d := range list {
		out.Body.Devices[i] = deviceOutputOf(d)
	}
	return &out, nil
}

type createDeviceInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		DeviceID string `json:"device_id,omitempty"`
		Model    string `json:"model,omitempty" maxLength:"100"`
	}
}

// createDevice adds a device and answers its key, which is shown this once.
func (a *API) createDevice(ctx context.Context, in *createDeviceInput) (*web.Created[deviceOutput], error) {
	if err := ValidateID(in.Body.DeviceID); err != nil {
		return nil, err
	}
	key := NewKey()
	d := Device{ID: in.Body.DeviceID, Model: in.Body.Model, KeySHA256: KeyDigest(key)}
	if err := a.store.AddDevice(ctx, in.OrgID, d); err != nil {
		return nil, err
	}
	out := deviceOutputOf(d)
	out.Key = key
	return web.NewCreated(out), nil
}

type oneDeviceOutput struct{ Body deviceOutput }

// newDeviceKey replaces a device's key and answers the new one, which is shown this once.
func (a *API) newDeviceKey(ctx context.Context, in *deviceInput) (*oneDeviceOutput, error) {
	key := NewKey()
	d, err := a.store.ChangeDevice(ctx, in.OrgID, scope.Of(ctx), in.DeviceID, func(d *Device) { d.KeySHA256 = KeyDigest(key) })
	if err != nil {
		return nil, err
	}
	out := deviceOutputOf(d)
	out.Key = key
	return &oneDeviceOutput{Body: out}, nil
}

type disableDeviceInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
	Body     struct {
		Disabled bool `json:"disabled"`
	}
}

// disableDevice shuts a device out, or lets it in again.
func (a *API) disableDevice(ctx context.Context, in *disableDeviceInput) (*oneDeviceOutput, error) {
	was := false
	d, err := a.store.ChangeDevice(ctx, in.OrgID, scope.Of(ctx), in.DeviceID, func(d *Device) { was, d.Disabled = d.Disabled, in.Body.Disabled })
	if err != nil {
		return nil, err
	}
	web.AuditChange(ctx, "disabled", strconv.FormatBool(was), strconv.FormatBool(d.Disabled))
	told := "enabled_device"
	if d.Disabled {
		told = "disabled_device"
	}
	web.AuditValue(ctx, told, d.ID)
	return &oneDeviceOutput{Body: deviceOutputOf(d)}, nil
}

// deleteDevice marks a device as deleted and takes it off its vehicle.
func (a *API) deleteDevice(ctx context.Context, in *deviceInput) (*struct{}, error) {
	return nil, a.watch.Devices(ctx, in.OrgID, []string{in.DeviceID}, func() error {
		return a.store.RemoveDevice(ctx, in.OrgID, scope.Of(ctx), in.DeviceID)
	})
}
