package traffic

import "hash/fnv"

// chance is a source of numbers that depend on nothing but what it was made from: the same seed, vehicle and day give the same numbers
// on every machine and in any order.
type chance uint64

func newChance(parts ...uint64) chance {
	c := chance(0x9e3779b97f4a7c15)
	for _, part := range parts {
		c = chance(mix(uint64(c) ^ part))
	}
	return c
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func nameHash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// of returns the chance of a part: of(3) never depends on what of(2) was used for.
func (c chance) of(part uint64) chance { return chance(mix(uint64(c) ^ mix(part))) }

// unit is a number from 0 up to 1.
func (c chance) unit() float64 { return float64(uint64(c)>>11) / (1 << 53) }

// between is a number from low up to high.
func (c chance) between(low, high float64) float64 { return low + (high-low)*c.unit() }

// below is a whole number from 0 up to n.
func (c chance) below(n int) int { return int(uint64(c) % uint64(n)) }
