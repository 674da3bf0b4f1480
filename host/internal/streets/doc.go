// Package streets serves the street map that an operator names: a `.pmtiles` file beside the product, or one at an address, which is read by ranges and kept
// in blocks. Browsers draw it themselves and ask this host alone.
package streets
