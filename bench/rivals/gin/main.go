// Command gin answers the operation of the comparison with nothing but Gin: no sign-in, no permission, no other process.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"

	"outrider.dev/outrider/bench/answer"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	gin.SetMode(gin.ReleaseMode)
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, engine) // measured on loopback, ended by whoever started it
}
