package g726

// table is what a code says at one bit rate; codes with the sign bit set are the mirror image.
type table struct {
	bits  int   // of a code
	level []int // logarithm to base two of the quantized difference, in 128ths
	scale []int // how the step size changes
	speed []int // how fast it may
}

// tables by bit rate in kb/s, as the recommendation G.726 has them for the codes without a sign.
var tables = map[int]table{
	16: {2, []int{116, 365}, []int{-704, 14048}, []int{0, 0xe00}},
	24: {3, []int{-2048, 135, 273, 373}, []int{-128, 960, 4384, 18624}, []int{0, 0x200, 0x400, 0xe00}},
	32: {
		4,
		[]int{-2048, 4, 135, 213, 273, 323, 373, 425},
		[]int{-384, 576, 1312, 2048, 3584, 6336, 11360, 35904},
		[]int{0, 0, 0, 0x200, 0x200, 0x200, 0x600, 0xe00},
	},
	40: {
		5,
		[]int{-2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566},
		[]int{448, 448, 768, 1248, 1280, 1312, 1856, 3200, 4512, 5728, 7008, 8960, 11456, 14080, 16928, 22272},
		[]int{0, 0, 0, 0, 0, 0x200, 0x200, 0x200, 0x200, 0x200, 0x400, 0x600, 0x800, 0xa00, 0xc00, 0xc00},
	},
}
