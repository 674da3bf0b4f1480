package shape

const (
	blockBits  = 4 // a block is 16 by 16 tiles
	blockSide  = 1 << blockBits
	leastWaste = 1024
)

// tile is one of a block; the block's number has its level, column and row.
type tile struct {
	block  uint64
	within uint8
}

// tileRef is an area in a tile: the parts of it that the area fills, and those that its border passes.
type tileRef struct {
	filled, border uint64
	number         uint32
	count          uint32 // of the first of a list: how many there are
}

// block has where the list of each of its tiles begins, from 1; 0: nothing lies there.
type block struct {
	lists [blockSide * blockSide]uint32
	used  int
}

// tiles has what lies in each tile. Blocks are found by a table with open addressing, at most half full: of ten thousand areas in a county it stays in the
// nearest cache, and a place costs two memory accesses beyond that.
type tiles struct {
	table  []slot
	blocks []block
	free   []uint32 // blocks that are empty
	refs   []tileRef
	waste  int // of refs that belong to no list any more
}

// slot has the place of a block, from 1; 0: it is free.
type slot struct {
	block uint64
	place uint32
}

func (t *tiles) home(block uint64) int {
	return int(block*0x9e3779b97f4a7c15>>32) & (len(t.table) - 1)
}

// block is that of a number; nil if nothing is there.
func (t *tiles) block(number uint64) *block {
	if len(t.table) == 0 {
		return nil
	}
	for i := t.home(number); t.table[i].place != 0; i = (i + 1) & (len(t.table) - 1) {
		if t.table[i].block == number {
			return &t.blocks[t.table[i].place-1]
		}
	}
	return nil
}

// list are the areas of a tile.
func (t *tiles) list(at tile) []tileRef {
	b := t.block(at.block)
	if b == nil {
		return nil
	}
	return t.refsOf(b.lists[at.within])
}

func (t *tiles) refsOf(first uint32) []tileRef {
	if first == 0 {
		return nil
	}
	return t.refs[first-1 : first-1+t.refs[first-1].count]
}

// add puts an area into a tile.
func (t *tiles) add(at tile, ref tileRef) {
	b := t.block(at.block)
	if b == nil {
		b = t.newBlock(at.block)
	}
	first := &b.lists[at.within]
	list := t.refsOf(*first)
	switch {
	case len(list) == 0:
		*first = uint32(len(t.refs) + 1)
		b.used++
	case int(*first)-1+len(list) != len(t.refs): // others lie behind it
		t.waste += len(list)
		*first = uint32(len(t.refs) + 1)
		t.refs = append(t.refs, list...)
	}
	t.refs = append(t.refs, ref)
	t.refs[*first-1].count = uint32(len(list) + 1)
	t.compact()
}

func (t *tiles) newBlock(number uint64) *block {
	if len(t.free) == 0 {
		t.blocks = append(t.blocks, block{})
		t.free = append(t.free, uint32(len(t.blocks)))
	}
	place := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	if old := t.table; 2*(len(t.blocks)-len(t.free)) > len(old) {
		t.table = make([]slot, max(16, 2*len(old)))
		for _, s := range old {
			if s.place != 0 {
				t.enter(s)
			}
		}
	}
	t.enter(slot{number, place})
	return &t.blocks[place-1]
}

func (t *tiles) enter(s slot) {
	i := t.home(s.block)
	for t.table[i].place != 0 {
		i = (i + 1) & (len(t.table) - 1)
	}
	t.table[i] = s
}

// remove takes an area out of a tile, if it is there.
func (t *tiles) remove(at tile, number uint32) {
	b := t.block(at.block)
	if b == nil {
		return
	}
	list := t.refsOf(b.lists[at.within])
	for i := range list {
		if list[i].number != number {
			continue
		}
		count, last := list[0].count-1, len(list)-1
		list[i] = list[last]
		list[0].count = count
		t.waste++
		if count == 0 {
			b.lists[at.within] = 0
			if b.used--; b.used == 0 {
				t.drop(at.block)
			}
		}
		t.compact()
		return
	}
}

// drop frees a block that is empty. What stood behind it in the table moves up, so that it is still found.
func (t *tiles) drop(number uint64) {
	mask := len(t.table) - 1
	i := t.home(number)
	for t.table[i].block != number || t.table[i].place == 0 {
		i = (i + 1) & mask
	}
	t.free = append(t.free, t.table[i].place)
	for j := (i + 1) & mask; t.table[j].place != 0; j = (j + 1) & mask {
		if home := t.home(t.table[j].block); (j-home)&mask >= (j-i)&mask { // it may stand as early as the gap
			t.table[i], i = t.table[j], j
		}
	}
	t.table[i] = slot{}
}

// compact writes the lists anew once half of the room is waste.
func (t *tiles) compact() {
	if t.waste <= len(t.refs)/2 || t.waste < leastWaste {
		return
	}
	old := *t
	t.refs, t.waste = make([]tileRef, 0, len(old.refs)-old.waste), 0
	for i := range t.blocks {
		for within, first := range t.blocks[i].lists {
			if list := old.refsOf(first); len(list) > 0 {
				t.blocks[i].lists[within] = uint32(len(t.refs) + 1)
				t.refs = append(t.refs, list...)
			}
		}
	}
}
