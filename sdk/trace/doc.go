// Package trace follows one action from the browser to the row: spans of OpenTelemetry, begun where a request, an event or a device's
// message comes in, and carried by W3C traceparent headers over HTTP, gRPC and NATS.
//
// A span is begun only below one that is recorded, so everything costs one look into the context while traces are off or a trace was
// not chosen. Spans name operations, templates, subjects and statements; they never hold values, personal data or secrets.
package trace
