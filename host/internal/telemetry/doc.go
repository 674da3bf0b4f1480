// Package telemetry sends traces to a collector by OTLP over HTTP, the host's own and those that plugins hand over, and gathers the
// plugins' metrics for /metrics. Nothing that a plugin says in either harms the host or another plugin: sizes and times are bounded, and
// what does not fit is left out.
package telemetry
