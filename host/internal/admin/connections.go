package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/sdk/fault"
)

const (
	mostConnections = 2_000 // of one host in an answer
	gatherWait      = time.Second
)

// ConnectionView is one push connection.
type ConnectionView struct {
	push.Connection
	Host      string `json:"host"`
	UserName  string `json:"user_name"`
	UserEmail string `json:"user_email"`
}

type connectionList struct {
	Body struct {
		Connections []ConnectionView `json:"connections" doc:"The oldest of each host first"`
		Total       int              `json:"total"`
	}
}

// told is what one host answers.
type told struct {
	Host        string            `json:"host"`
	Total       int               `json:"total"`
	Connections []push.Connection `json:"connections"`
}

func (a *Admin) ownConnections() told {
	all := a.Hub.Connections()
	return told{Host: a.Name, Total: len(all), Connections: all[:min(len(all), mostConnections)]}
}

// tellConnections answers another host; this one asks itself directly.
func (a *Admin) tellConnections(m *nats.Msg) {
	if m.Header.Get("Host") == a.HostID {
		return
	}
	body, err := json.Marshal(a.ownConnections())
	if err == nil {
		err = m.Respond(body)
	}
	if err != nil {
		a.Log.Warn("tell another host of connections", "error", err)
	}
}

// ask sends a question to all other hosts and hands their answers to hear, until all have answered, hear says that it is enough, or the wait is
// over.
func (a *Admin) ask(ctx context.Context, subject string, question any, hear func([]byte) (enough bool)) error {
	others := len(a.hosts()) - 1
	if others == 0 {
		return nil
	}
	body, err := json.Marshal(question)
	if err != nil {
		return fmt.Errorf("ask other hosts: %w", err)
	}
	inbox := a.NATS.NewInbox()
	answers, err := a.NATS.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("ask other hosts: %w", err)
	}
	defer func() { _ = answers.Unsubscribe() }()
	m := nats.NewMsg(subject)
	m.Data, m.Reply = body, inbox
	m.Header.Set("Host", a.HostID)
	if err := a.NATS.PublishMsg(m); err != nil {
		return fmt.Errorf("ask other hosts: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, gatherWait)
	defer cancel()
	for range others {
		answer, err := answers.NextMsgWithContext(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return nil // a host that has just gone
		}
		if err != nil {
			return fmt.Errorf("ask other hosts: %w", err)
		}
		if hear(answer.Data) {
			return nil
		}
	}
	return nil
}

func (a *Admin) listConnections(ctx context.Context, _ *struct{}) (*connectionList, error) {
	hosts := []told{a.ownConnections()}
	err := a.ask(ctx, subjectConnections, struct{}{}, func(body []byte) bool {
		var one told
		if json.Unmarshal(body, &one) == nil {
			hosts = append(hosts, one)
		}
		return false
	})
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "The other hosts cannot be asked.")
	}
	answer := &connectionList{}
	answer.Body.Connections = []ConnectionView{}
	for _, h := range hosts {
		answer.Body.Total += h.Total
		for _, c := range h.Connections {
			answer.Body.Connections = append(answer.Body.Connections, ConnectionView{Connection: c, Host: h.Host})
		}
	}
	return answer, a.name(ctx, answer.Body.Connections)
}

// name looks up who the people are.
func (a *Admin) name(ctx context.Context, connections []ConnectionView) error {
	var ids []string
	for _, c := range connections {
		ids = append(ids, c.UserID)
	}
	slices.Sort(ids)
	rows, err := a.Pool.Query(ctx, `SELECT id::text, email, trim(first_name || ' ' || last_name) FROM outrider.account WHERE id::text = ANY($1)`, slices.Compact(ids))
	if err != nil {
		return fmt.Errorf("name connected people: %w", err)
	}
	people := map[string][2]string{}
	var id, email, name string
	if _, err := pgx.ForEachRow(rows, []any{&id, &email, &name}, func() error {
		people[id] = [2]string{email, name}
		return nil
	}); err != nil {
		return fmt.Errorf("name connected people: %w", err)
	}
	for i := range connections {
		who := people[connections[i].UserID]
		connections[i].UserEmail, connections[i].UserName = who[0], who[1]
	}
	return nil
}

type ending struct {
	ID   string `path:"id" maxLength:"200"`
	Body struct {
		Session bool `json:"session,omitempty" doc:"End the session too: the person must sign in again"`
	}
}

// ended is a host's answer to subjectEnd.
type ended struct {
	Connection *push.Connection `json:"connection"`
}

func (a *Admin) endConnection(ctx context.Context, in *ending) (*done, error) {
	connection := a.endOwn(in.ID)
	if connection == nil {
		err := a.ask(ctx, subjectEnd, in.ID, func(body []byte) bool {
			var answer ended
			if json.Unmarshal(body, &answer) == nil && answer.Connection != nil {
				connection = answer.Connection
			}
			return connection != nil
		})
		if err != nil {
			return nil, fault.Wrap(fault.Unavailable, err, "The other hosts cannot be asked.")
		}
	}
	if connection == nil {
		return nil, fault.New(fault.NotFound, "There is no such push connection.")
	}
	audit.Note(ctx, func(r *audit.Record) {
		r.ObjectKind, r.ObjectID, r.Detail = "connection", in.ID, "end the connection of user "+connection.UserID
	})
	if !in.Body.Session {
		return said("the connection was ended"), nil
	}
	audit.Note(ctx, func(r *audit.Record) {
		r.ObjectKind, r.ObjectID, r.Detail = "session", connection.SessionID, "end the session of user "+connection.UserID
	})
	if err := a.EndSession(ctx, connection.SessionID); err != nil {
		return nil, err
	}
	return said("the session was ended"), nil
}

// endOwn ends a connection of this host, nil if it is not this host's.
func (a *Admin) endOwn(id string) *push.Connection {
	for _, c := range a.Hub.Connections() {
		if c.ID == id && a.Hub.End(id) {
			return &c
		}
	}
	return nil
}

func (a *Admin) endForOther(m *nats.Msg) {
	var id string
	if m.Header.Get("Host") == a.HostID || json.Unmarshal(m.Data, &id) != nil {
		return
	}
	body, err := json.Marshal(ended{a.endOwn(id)})
	if err == nil {
		err = m.Respond(body)
	}
	if err != nil {
		a.Log.Warn("end a connection for another host", "error", err)
	}
}
