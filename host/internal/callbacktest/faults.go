// Package callbacktest lets tests call the host as plugins do. Tests only.
package callbacktest

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/sdk/fault"
)

var kinds = map[codes.Code]fault.Kind{
	codes.InvalidArgument: fault.Invalid, codes.Unauthenticated: fault.SignedOut, codes.PermissionDenied: fault.Denied,
	codes.NotFound: fault.NotFound, codes.AlreadyExists: fault.Conflict, codes.Unavailable: fault.Unavailable,
}

// Faults makes errors what the SDK makes of them.
func Faults(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	err := invoke(ctx, method, request, reply, conn, opts...)
	kind, known := kinds[status.Code(err)]
	if err == nil || !known {
		return err
	}
	return fault.New(kind, "%s", status.Convert(err).Message())
}
