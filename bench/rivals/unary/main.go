// Command unary is the usual way to put HTTP handlers into go-plugin: Gin at the edge, and for each request one unary call over gRPC to a
// child, which carries method, path, headers and body and brings back status, headers and body. Without sign-in and permission.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"

	"github.com/gin-gonic/gin"
	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

var handshake = goplugin.HandshakeConfig{ProtocolVersion: 1, MagicCookieKey: "BENCH_PLUGIN", MagicCookieValue: "unary"}

const maxMessage = 16 << 20

func main() {
	gin.SetMode(gin.ReleaseMode)
	if os.Getenv(handshake.MagicCookieKey) != "" {
		goplugin.Serve(&goplugin.ServeConfig{
			HandshakeConfig: handshake, Plugins: goplugin.PluginSet{"resource": &resource{}}, Logger: hclog.NewNullLogger(),
			GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
				return grpc.NewServer(append(opts, grpc.MaxRecvMsgSize(maxMessage))...)
			},
		})
		return
	}
	if err := edge(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// edge serves until its standard input ends, so that the child is never left behind.
func edge() error {
	client := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig: handshake, Plugins: goplugin.PluginSet{"resource": &resource{}}, Cmd: exec.Command(os.Args[0]), // itself
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(),
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage))},
	})
	defer client.Kill()
	protocol, err := client.Client()
	if err != nil {
		return err
	}
	dispensed, err := protocol.Dispense("resource")
	if err != nil {
		return err
	}
	caller := dispensed.(*caller)
	engine := gin.New()
	engine.NoRoute(caller.handle)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	go func() { _ = http.Serve(listener, engine) }() // measured on loopback, ended with its parent
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}
