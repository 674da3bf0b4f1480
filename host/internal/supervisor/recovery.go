package supervisor

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// callbackServer serves a process's callbacks. What a callback panics with ends that call and nothing else: a plugin must not be able to end the host.
func callbackServer(log *slog.Logger, intercept grpc.UnaryServerInterceptor, options ...grpc.ServerOption) *grpc.Server {
	unary := []grpc.UnaryServerInterceptor{recoverUnary(log)}
	if intercept != nil {
		unary = append(unary, intercept)
	}
	return grpc.NewServer(append(options, grpc.ChainUnaryInterceptor(unary...), grpc.ChainStreamInterceptor(recoverStream(log)))...)
}

func recoverUnary(log *slog.Logger) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (answer any, err error) {
		defer recovered(log, info.FullMethod, &err)
		return handle(ctx, request)
	}
}

func recoverStream(log *slog.Logger) grpc.StreamServerInterceptor {
	return func(server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) (err error) {
		defer recovered(log, info.FullMethod, &err)
		return handle(server, stream)
	}
}

// recovered is deferred by a call: it logs a panic with its stack and answers an internal error that tells nothing of it.
func recovered(log *slog.Logger, method string, err *error) {
	cause := recover()
	if cause == nil {
		return
	}
	log.Error("a callback of the host panicked", "method", method, "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
	*err = status.Error(codes.Internal, "something went wrong in the host")
}
