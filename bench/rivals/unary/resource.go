package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"outrider.dev/outrider/bench/answer"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// resource is the plugin in go-plugin's terms. Its messages are those with which Outrider's plugins call each other: method, path and body,
// and status, type and body back.
type resource struct {
	goplugin.NetRPCUnsupportedPlugin
}

func (*resource) GRPCServer(_ *goplugin.GRPCBroker, server *grpc.Server) error {
	engine := gin.New()
	engine.GET("/api/org/:orgId/list/:kib", func(c *gin.Context) {
		kib, err := strconv.Atoi(c.Param("kib"))
		if err != nil {
			c.Status(http.StatusBadRequest)
			return
		}
		c.JSON(http.StatusOK, answer.Of(kib))
	})
	engine.GET("/api/org/:orgId/bytes", func(c *gin.Context) { c.Data(http.StatusOK, "application/json", answer.Ready()) })
	pluginv1.RegisterHostCallbacksServer(server, &called{handler: engine})
	return nil
}

func (*resource) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return &caller{pluginv1.NewHostCallbacksClient(conn)}, nil
}

// caller is the edge's side.
type caller struct{ client pluginv1.HostCallbacksClient }

func (x *caller) handle(c *gin.Context) {
	body, err := io.ReadAll(c.Request.Body)
	if err != nil {
		c.Status(http.StatusBadRequest)
		return
	}
	back, err := x.client.CallOperation(c.Request.Context(), &pluginv1.CallOperationRequest{
		Method: c.Request.Method, Path: c.Request.URL.RequestURI(), Body: body,
	})
	if err != nil {
		c.Status(http.StatusBadGateway)
		return
	}
	c.Data(int(back.GetStatus()), back.GetContentType(), back.GetBody())
}

// called is the child's side: it runs the handler as Grafana's adapter does, with an answer kept in memory.
type called struct {
	pluginv1.UnimplementedHostCallbacksServer
	handler http.Handler
}

func (s *called) CallOperation(ctx context.Context, r *pluginv1.CallOperationRequest) (*pluginv1.CallOperationResponse, error) {
	request, err := http.NewRequestWithContext(ctx, r.GetMethod(), r.GetPath(), bytes.NewReader(r.GetBody()))
	if err != nil {
		return nil, err
	}
	kept := &kept{header: http.Header{}, status: http.StatusOK}
	s.handler.ServeHTTP(kept, request)
	return &pluginv1.CallOperationResponse{Status: int32(kept.status), ContentType: kept.header.Get("Content-Type"), Body: kept.body.Bytes()}, nil
}

type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *kept) Header() http.Header         { return k.header }
func (k *kept) WriteHeader(status int)      { k.status = status }
func (k *kept) Write(p []byte) (int, error) { return k.body.Write(p) }
