package edge

import (
	"github.com/gin-gonic/gin"

	"outrider.dev/sdk/web"
)

// checkAddress refuses parameters of the path and of the query that no part of the product could store or compare, whoever serves the operation.
func (o *operation) checkAddress(c *gin.Context) error {
	return web.CheckAddress(c.Request, func(each func(name, value string)) {
		for _, param := range c.Params {
			each(o.params[param.Key], param.Value)
		}
	})
}
