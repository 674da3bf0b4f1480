package access

import (
	"context"
	"crypto/tls"
	"fmt"
	"strings"

	rts "github.com/ory/keto/proto/ory/keto/relation_tuples/v1alpha2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// Keto speaks to the permission server over gRPC. Nobody else in the product writes to it.
type Keto struct {
	checks  rts.CheckServiceClient
	reads   rts.ReadServiceClient
	writes  rts.WriteServiceClient
	version rts.VersionServiceClient
	closers []*grpc.ClientConn
}

// NewKeto connects lazily to the read and write APIs, "http://127.0.0.1:4466" or bare "127.0.0.1:4466"; https uses TLS.
func NewKeto(readURL, writeURL string, security *tls.Config) (*Keto, error) {
	read, err := dial(readURL, security)
	if err != nil {
		return nil, fmt.Errorf("connect to Keto's read API: %w", err)
	}
	write, err := dial(writeURL, security)
	if err != nil {
		read.Close()
		return nil, fmt.Errorf("connect to Keto's write API: %w", err)
	}
	return &Keto{
		checks: rts.NewCheckServiceClient(read), reads: rts.NewReadServiceClient(read), writes: rts.NewWriteServiceClient(write),
		version: rts.NewVersionServiceClient(read),
		closers: []*grpc.ClientConn{read, write},
	}, nil
}

func dial(url string, security *tls.Config) (*grpc.ClientConn, error) {
	target, secure := strings.CutPrefix(url, "https://")
	target = strings.TrimSuffix(strings.TrimPrefix(target, "http://"), "/")
	transport := insecure.NewCredentials()
	if secure || security != nil {
		transport = credentials.NewTLS(security)
	}
	return grpc.NewClient("passthrough:///"+target, grpc.WithTransportCredentials(transport))
}

// Close ends the connections.
func (k *Keto) Close() {
	for _, c := range k.closers {
		c.Close()
	}
}

// Version asks the server for its release; an error means that it does not answer.
func (k *Keto) Version(ctx context.Context) (string, error) {
	answer, err := k.version.GetVersion(ctx, &rts.GetVersionRequest{})
	if err != nil {
		return "", fmt.Errorf("ask Keto for its version: %w", err)
	}
	return answer.GetVersion(), nil
}

// Check asks whether the user may use the permission in the organisation.
func (k *Keto) Check(ctx context.Context, orgID, permission, userID string) (bool, error) {
	answer, err := k.checks.Check(ctx, &rts.CheckRequest{Tuple: &rts.RelationTuple{
		Namespace: namespacePermission, Object: permissionObject(orgID, permission), Relation: relationUse, Subject: rts.NewSubjectID(userID),
	}})
	if err != nil {
		return false, fmt.Errorf("check %s of %s in %s: %w", permission, userID, orgID, err)
	}
	return answer.GetAllowed(), nil
}

// Write adds and removes tuples in one transaction of Keto. Adding one that exists stores it twice, which changes no decision;
// removing it removes every copy.
func (k *Keto) Write(ctx context.Context, add, remove []Tuple) error {
	deltas := make([]*rts.RelationTupleDelta, 0, len(add)+len(remove))
	for _, t := range add {
		deltas = append(deltas, &rts.RelationTupleDelta{Action: rts.RelationTupleDelta_ACTION_INSERT, RelationTuple: toProto(t)})
	}
	for _, t := range remove {
		deltas = append(deltas, &rts.RelationTupleDelta{Action: rts.RelationTupleDelta_ACTION_DELETE, RelationTuple: toProto(t)})
	}
	if len(deltas) == 0 {
		return nil
	}
	if _, err := k.writes.TransactRelationTuples(ctx, &rts.TransactRelationTuplesRequest{RelationTupleDeltas: deltas}); err != nil {
		return fmt.Errorf("write %d tuples to Keto: %w", len(deltas), err)
	}
	return nil
}

// NoTuple is nobody's: removing it changes nothing, and shows whether Keto writes.
var NoTuple = Tuple{Namespace: namespaceRole, Object: "none", Relation: relationMembers, User: "none"}

// List returns every tuple of the namespaces Role and Permission with the number of its copies.
func (k *Keto) List(ctx context.Context) (map[Tuple]int, error) {
	found := map[Tuple]int{}
	for _, namespace := range []string{namespaceRole, namespacePermission} {
		for page := ""; ; {
			answer, err := k.reads.ListRelationTuples(ctx, &rts.ListRelationTuplesRequest{
				RelationQuery: &rts.RelationQuery{Namespace: &namespace}, PageSize: 1000, PageToken: page,
			})
			if err != nil {
				return nil, fmt.Errorf("list Keto's tuples of %s: %w", namespace, err)
			}
			for _, t := range answer.GetRelationTuples() {
				found[fromProto(t)]++
			}
			if page = answer.GetNextPageToken(); page == "" {
				break
			}
		}
	}
	return found, nil
}

func toProto(t Tuple) *rts.RelationTuple {
	subject := rts.NewSubjectID(t.User)
	if t.Role != "" {
		subject = rts.NewSubjectSet(namespaceRole, t.Role, relationMembers)
	}
	return &rts.RelationTuple{Namespace: t.Namespace, Object: t.Object, Relation: t.Relation, Subject: subject}
}

// fromProto keeps a foreign subject set in Role with its own namespace, so that it can be named and removed.
func fromProto(t *rts.RelationTuple) Tuple {
	tuple := Tuple{Namespace: t.GetNamespace(), Object: t.GetObject(), Relation: t.GetRelation(), User: t.GetSubject().GetId()}
	if set := t.GetSubject().GetSet(); set != nil {
		tuple.Role = set.GetObject()
	}
	return tuple
}
