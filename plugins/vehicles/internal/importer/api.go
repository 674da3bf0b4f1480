package importer

import (
	"context"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// What an answer lists at most.
const (
	mostProblems = 10_000
	mostImports  = 50
)

// Watch tells browsers of a change of vehicles.
type Watch interface {
	Vehicles(ctx context.Context, orgID string, vehicleIDs []string, change func() error) error
}

// API answers about imports.
type API struct {
	store *Store
	watch Watch
	now   func() time.Time
}

// NewAPI answers from a store.
func NewAPI(store *Store, watch Watch, now func() time.Time) *API { return &API{store, watch, now} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/vehicles/import", web.NeedsByBody("createVehicle", "createDevice", "assignDeviceToVehicle"), a.take,
		web.MaxBody(2*maxBytes), web.TakesLong(), web.Summary("Try or take vehicles from a CSV or XLSX file"))
	web.Handle(r, "GET /org/{orgId}/vehicles/imports", web.Needs("createVehicle"), a.imports, web.Summary("The files that vehicles came by, the newest first, of which the caller sees every vehicle"))
	web.Handle(r, "DELETE /org/{orgId}/vehicles/imports/{importId}", web.Needs("deleteVehicle"), a.undo, web.IDs("importId", "import"), web.TakesLong(),
		web.Summary("Take an import back: its vehicles and the devices that it made"))
}

type takeInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		File    []byte `json:"file" doc:"The file: CSV or XLSX whose first row names the columns, in one of the product's languages" contentEncoding:"base64"`
		Name    string `json:"name" maxLength:"200" doc:"What the file is called"`
		Preview bool   `json:"preview,omitempty" doc:"Nothing is kept"`
	}
}

type takeOutput struct {
	Body struct {
		ImportID string    `json:"import_id,omitempty" doc:"Of what was taken"`
		Rows     int       `json:"rows"`
		Good     int       `json:"good" doc:"Rows that are taken, or would be"`
		Wrong    int       `json:"wrong" doc:"Rows that are left out"`
		Devices  int       `json:"devices" doc:"New devices among the good rows"`
		Problems []Problem `json:"problems" nullable:"false" doc:"The first 10,000"`
		More     bool      `json:"more" doc:"There are more problems"`
		Unknown  []string  `json:"unknown" nullable:"false" doc:"Columns that mean nothing here"`
		First    []sample  `json:"first" nullable:"false" doc:"The first good rows"`
		Keys     []Key     `json:"keys,omitempty" doc:"Of the new devices; they are told this once"`
	}
}

// sample shows how a row was understood.
type sample struct {
	Line     int    `json:"line"`
	Name     string `json:"vehicle_name"`
	Type     string `json:"vehicle_type"`
	Group    string `json:"group"`
	Key      string `json:"key"`
	DeviceID string `json:"device_id"`
}

// mostSamples is how many good rows a preview shows.
const mostSamples = 20

// take judges a file. Rows with problems are left out; the others are kept together or not at all, unless it is a preview.
func (a *API) take(ctx context.Context, in *takeInput) (*takeOutput, error) {
	if err := web.Require(ctx, "createVehicle"); err != nil {
		return nil, err
	}
	if len(in.Body.File) > maxBytes {
		return nil, fault.InvalidFields("The file is too large.", fault.Field{Location: "body.file", Message: "At most 16 MiB."})
	}
	rows, unknown, err := read(in.Body.File)
	if err != nil {
		return nil, fault.InvalidFields("The file cannot be read: "+err.Error()+".", fault.Field{Location: "body.file", Message: err.Error()})
	}
	if err := mayDevices(ctx, rows); err != nil {
		return nil, err
	}
	own := context.WithoutCancel(ctx) // what was begun is done, whoever waits
	visible := scope.Of(ctx)
	known, err := a.store.Known(ctx, in.OrgID, visible, rows)
	if err != nil {
		return nil, err
	}
	judge(rows, known, vehicle.OwnGroup(ctx, in.OrgID), a.now())
	var out takeOutput
	good := out.count(rows, known)
	out.Body.Unknown = append([]string{}, unknown...)
	if in.Body.Preview || len(good) == 0 {
		return &out, nil
	}
	made, keys, err := a.store.Take(web.AsPlugin(own, in.OrgID), in.OrgID, web.Caller(ctx).UserID, strings.TrimSpace(in.Body.Name), good, known)
	if err != nil {
		return nil, err
	}
	out.Body.ImportID, out.Body.Keys = made.ID, keys
	return &out, nil
}

// mayDevices asks for the permissions of devices, if the file has any.
func mayDevices(ctx context.Context, rows []Row) error {
	for _, row := range rows {
		if row.Values["device_id"] == "" {
			continue
		}
		for _, permission := range []string{"createDevice", "assignDeviceToVehicle"} {
			if err := web.Require(ctx, permission); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// count says how many rows are good and what is wrong with the others, and returns the good ones.
func (o *takeOutput) count(rows []Row, known Known) (good []Row) {
	b := &o.Body
	b.Problems, b.First = []Problem{}, []sample{}
	labels := map[string]string{}
	for _, g := range known.Groups {
		labels[g.ID] = g.Label
	}
	for _, row := range rows {
		if len(row.Problems) > 0 {
			b.Wrong++
			b.Problems = append(b.Problems, row.Problems...)
			continue
		}
		good = append(good, row)
		id := row.Values["device_id"]
		if _, there := known.Devices[id]; id != "" && !there {
			b.Devices++
		}
		if len(b.First) < mostSamples {
			b.First = append(b.First, sample{row.Line, row.Vehicle.Name, row.Vehicle.Type, labels[row.Vehicle.GroupID], row.Vehicle.Key, id})
		}
	}
	b.Rows, b.Good, b.More = len(rows), len(good), len(b.Problems) > mostProblems
	b.Problems = b.Problems[:min(len(b.Problems), mostProblems)]
	return good
}

type importsInput struct {
	OrgID string `path:"orgId"`
}

type importsOutput struct {
	Body struct {
		Imports []importOutput `json:"imports" nullable:"false"`
	}
}

type importOutput struct {
	ID       string  `json:"id"`
	MadeAt   string  `json:"made_at"`
	File     string  `json:"file"`
	Vehicles int     `json:"vehicles"`
	Devices  int     `json:"devices"`
	UndoneAt *string `json:"undone_at"`
}

// imports lists the files.
func (a *API) imports(ctx context.Context, in *importsInput) (*importsOutput, error) {
	list, err := a.store.Imports(ctx, in.OrgID, scope.Of(ctx), web.Caller(ctx).UserID, mostImports)
	if err != nil {
		return nil, err
	}
	var out importsOutput
	out.Body.Imports = make([]importOutput, len(list))
	for i, made := range list {
		out.Body.Imports[i] = importOutput{ID: made.ID, MadeAt: times.UTC(made.MadeAt.UnixMilli()), File: made.File, Vehicles: made.Vehicles, Devices: made.Devices}
		if made.UndoneAt != nil {
			at := times.UTC(made.UndoneAt.UnixMilli())
			out.Body.Imports[i].UndoneAt = &at
		}
	}
	return &out, nil
}

type undoInput struct {
	OrgID    string `path:"orgId"`
	ImportID string `path:"importId"`
}

type undoOutput struct {
	Body struct {
		Vehicles int `json:"vehicles" doc:"How many were removed"`
	}
}

// undo removes what an import added.
func (a *API) undo(ctx context.Context, in *undoInput) (*undoOutput, error) {
	visible := scope.Of(ctx)
	ids, err := a.store.Vehicles(ctx, in.OrgID, visible, in.ImportID)
	if err != nil {
		return nil, err
	}
	var out undoOutput
	err = a.watch.Vehicles(ctx, in.OrgID, ids, func() (err error) {
		out.Body.Vehicles, err = a.store.Undo(web.AsPlugin(context.WithoutCancel(ctx), in.OrgID), in.OrgID, visible, in.ImportID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}
