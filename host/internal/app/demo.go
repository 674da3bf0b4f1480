package app

import "context"

// startDemo fills the demo organisation and sets its vehicles going.
func (h *host) startDemo(ctx context.Context) error {
	if !h.Demo {
		return nil
	}
	return nil
}
