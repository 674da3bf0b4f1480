package access

import (
	"context"

	rts "github.com/ory/keto/proto/ory/keto/relation_tuples/v1alpha2"
	"google.golang.org/grpc"
)

// Desired is what the tables say that Keto has, for tests that compare the two by themselves.
var Desired = desired

// CountChecks has counted called with each question that the decider puts to Keto. Call it before anything is decided.
func CountChecks(d *Decider, counted func(permission string)) {
	d.keto.checks = countedChecks{d.keto.checks, counted}
}

type countedChecks struct {
	rts.CheckServiceClient
	counted func(string)
}

func (c countedChecks) Check(ctx context.Context, in *rts.CheckRequest, opts ...grpc.CallOption) (*rts.CheckResponse, error) {
	c.counted(in.GetTuple().GetObject())
	return c.CheckServiceClient.Check(ctx, in, opts...)
}

// BeforeList is the reconciler of a service with a Keto whose lists wait for before.
func BeforeList(s *Service, before func()) *Reconciler {
	r, keto := *s.Reconciler, *s.Reconciler.keto
	keto.reads = heldReads{keto.reads, before}
	r.keto = &keto
	return &r
}

type heldReads struct {
	rts.ReadServiceClient
	before func()
}

func (h heldReads) ListRelationTuples(ctx context.Context, in *rts.ListRelationTuplesRequest, opts ...grpc.CallOption) (*rts.ListRelationTuplesResponse, error) {
	h.before()
	return h.ReadServiceClient.ListRelationTuples(ctx, in, opts...)
}
