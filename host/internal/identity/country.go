package identity

import (
	"net/netip"

	"github.com/phuslu/iploc"
)

// nowhere is what the table says of addresses that are in no country: private ones, and those that nobody has.
const nowhere = "ZZ"

// countryOf is the ISO code of the country that an address is registered in, from a table that is part of the program: nobody is asked. Empty: in none that is known.
func countryOf(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	if country := iploc.IPCountry(parsed.Unmap()); country != nowhere {
		return country
	}
	return ""
}
