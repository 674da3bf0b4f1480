package plain

// exactDigits is how many digits a float64 holds exactly, whatever they are.
const exactDigits = 15

var powers = [exactDigits + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// number is a number as it stands.
type number struct {
	begin            int
	whole            uint64 // its digits without the point; of no use beyond 18 of them
	digits, decimals int
	negative, rest   bool // rest: it has an exponent
}

func (n number) signed() int64 {
	if n.negative {
		return -int64(n.whole) // 18 digits at most
	}
	return int64(n.whole) // as above
}

// number goes over a number by JSON's rules.
func (r *Reader) number() (n number, ok bool) {
	first := r.next()
	n.begin = r.at
	if n.negative = first == '-'; n.negative {
		r.at++
	}
	leading := r.at
	count := r.figures(&n)
	if count == 0 || (count > 1 && r.data[leading] == '0') {
		return n, false
	}
	if r.at < len(r.data) && r.data[r.at] == '.' {
		r.at++
		if n.decimals = r.figures(&n); n.decimals == 0 {
			return n, false
		}
	}
	if r.at < len(r.data) && (r.data[r.at] == 'e' || r.data[r.at] == 'E') {
		n.rest = true
		if r.at++; r.at < len(r.data) && (r.data[r.at] == '+' || r.data[r.at] == '-') {
			r.at++
		}
		var exponent number
		return n, r.figures(&exponent) > 0
	}
	return n, true
}

// figures takes digits along and returns how many they were.
func (r *Reader) figures(n *number) (count int) {
	for ; r.at < len(r.data); r.at++ {
		digit := r.data[r.at] - '0'
		if digit > 9 {
			break
		}
		n.whole = n.whole*10 + uint64(digit)
		count++
	}
	n.digits += count
	return count
}
