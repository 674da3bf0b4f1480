// Command rooms is the plugin that the conformance suite is tried on. With the setting "sloppy" it makes the mistakes that the suite
// must find.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

type api struct {
	db      *store.DB
	tenants *plugin.Tenants
	sloppy  bool
}

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	a := &api{db: env.Store, tenants: env.Tenants, sloppy: env.Settings["sloppy"] == "true"}
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	web.Handle(r, "POST /org/{orgId}/rooms", web.Needs("bookRoom"), a.create)
	if a.sloppy {
		web.Handle(r, "GET /org/{orgId}/rooms/{id}", web.SignedIn("oversight"), a.room)
	} else {
		web.Handle(r, "GET /org/{orgId}/rooms/{id}", web.Needs("viewRoom"), a.room, web.IDs("id", "room"))
		web.Handle(r, "GET /org/{orgId}/opening", web.Needs("viewRoom"), a.opening)
		web.Handle(r, "GET /org/{orgId}/opening/saved", web.Needs("viewRoom"), a.saved)
	}
	web.Handle(r, "PUT /org/{orgId}/rooms/{id}", web.Needs("bookRoom"), a.rename, web.IDs("id", "room"))
	events.Consume(env.Events, "event.identity.group", a.count)
	return r, nil
}

type openingOutput struct {
	Body struct {
		Opens int    `json:"opens"`
		Code  string `json:"code"`
	}
}

// opening answers what the organisation has set.
func (a *api) opening(ctx context.Context, in *struct {
	OrgID string `path:"orgId"`
},
) (*openingOutput, error) {
	if err := a.tenants.Await(ctx); err != nil {
		return nil, err
	}
	out := &openingOutput{}
	return out, a.tenants.Settings(in.OrgID, &out.Body)
}

// saved answers what the organisation has saved last.
func (a *api) saved(ctx context.Context, in *struct {
	OrgID string `path:"orgId"`
},
) (*openingOutput, error) {
	out := &openingOutput{}
	return out, a.tenants.Fresh(ctx, in.OrgID, &out.Body)
}

type room struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type createInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Name string `json:"name" minLength:"1" maxLength:"40"`
	}
}

func (a *api) create(ctx context.Context, in *createInput) (*web.Created[room], error) {
	made := room{uuid.NewString(), in.Body.Name}
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `INSERT INTO room (org_id, id, name) VALUES (?, ?, ?)`, in.OrgID, made.ID, made.Name); err != nil {
			return err
		}
		if a.sloppy {
			return events.Publish(tx, in.OrgID, "event.rooms.room", map[string]string{"id": made.ID}) // without the name that its schema asks for
		}
		return events.Publish(tx, in.OrgID, "event.rooms.room", made)
	})
	if err != nil {
		return nil, fmt.Errorf("create room: %w", err)
	}
	return web.NewCreated(made), nil
}

type roomInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
}

type roomOutput struct{ Body room }

func (a *api) room(ctx context.Context, in *roomInput) (*roomOutput, error) {
	var out roomOutput
	err := a.db.Read(ctx, func(tx *gorm.DB) (err error) {
		out.Body, err = store.One[room](tx, `SELECT id, name FROM room WHERE id = ?`, in.ID)
		return err
	})
	if errors.Is(err, store.ErrNoRow) {
		err = fault.New(fault.NotFound, "There is no such room.")
	}
	return &out, err
}

type renameInput struct {
	roomInput
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"40"`
	}
}

func (a *api) rename(ctx context.Context, in *renameInput) (*roomOutput, error) {
	err := a.db.InOrg(ctx, in.OrgID, func(tx *gorm.DB) error {
		renamed, err := store.Exec(tx, `UPDATE room SET name = ? WHERE id = ?`, in.Body.Name, in.ID)
		if err == nil && renamed == 0 {
			return fault.New(fault.NotFound, "There is no such room.")
		}
		return err
	})
	if a.sloppy && fault.KindOf(err) == fault.NotFound {
		err = errors.New("rename room: nothing was renamed") // a 500 that tells the difference
	}
	return &roomOutput{room{in.ID, in.Body.Name}}, err
}

// count counts the changes of groups, each once.
func (a *api) count(ctx context.Context, e events.Event[events.GroupChanged]) error {
	return a.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		first, err := events.Once(tx, e)
		if err != nil || (!first && !a.sloppy) {
			return err
		}
		_, err = store.Exec(tx, `INSERT INTO seen AS s (org_id, events) VALUES (?, 1) ON CONFLICT (org_id) DO UPDATE SET events = s.events + 1`, e.OrgID)
		return err
	})
}
