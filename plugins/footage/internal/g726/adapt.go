package g726

// adapt learns from a sample: its magnitude and sign, the signal, and partial, what of it the zeros alone explain.
func (d *Decoder) adapt(step, code, magnitude int, isNegative bool, signal, partial int) {
	isJump := d.isTone && magnitude > d.threshold()
	d.fast = min(max(step+(d.table.scale[code]-step)>>5, 544), 5120)
	d.slow += d.fast + (-d.slow)>>6
	sign := 0
	if partial < 0 {
		sign = 1
	}
	second := d.predict(isJump, sign, partial, magnitude, isNegative)
	copy(d.differences[1:], d.differences[:])
	d.differences[0] = floatOf(magnitude, isNegative)
	d.signals[1], d.signals[0] = d.signals[0], floatOf(max(signal, -signal), signal < 0)
	d.signs[1], d.signs[0] = d.signs[0], sign
	d.isTone = !isJump && second < -11776
	d.hurry(isJump, step, d.table.speed[code])
}

// threshold is what TRANS takes for a jump while there is a tone.
func (d *Decoder) threshold() int {
	whole := d.slow >> 15
	limit := 31 << 10
	if whole <= 9 {
		limit = (32 + d.slow>>10&0x1f) << whole
	}
	return (limit + limit>>1) >> 1
}

// predict is UPA1, UPA2, UPB: it moves the coefficients towards what was right, and returns the second pole.
func (d *Decoder) predict(isJump bool, sign, partial, magnitude int, isNegative bool) (second int) {
	if isJump {
		d.pole, d.zero = [2]int{}, [zeros]int{}
		return 0
	}
	isOther := sign != d.signs[0]
	second = d.pole[1] - d.pole[1]>>7
	if partial != 0 {
		second = d.secondPole(second, isOther, sign != d.signs[1])
	}
	d.pole[1] = second
	d.pole[0] -= d.pole[0] >> 8
	if partial != 0 {
		d.pole[0] += towards(192, isOther)
	}
	most := 15360 - second
	d.pole[0] = min(max(d.pole[0], -most), most)
	leak := 8
	if d.table.bits == 5 {
		leak = 9
	}
	for i := range d.zero {
		d.zero[i] -= d.zero[i] >> leak
		if magnitude > 0 {
			d.zero[i] += towards(128, isNegative != (d.differences[i] < 0))
		}
	}
	return second
}

// secondPole is UPA2 and LIMC.
func (d *Decoder) secondPole(second int, isOther, isOtherThanBefore bool) int {
	first := -d.pole[0]
	if isOther {
		first = d.pole[0]
	}
	switch {
	case first < -8191:
		second -= 0x100
	case first > 8191:
		second += 0xff
	default:
		second += first >> 5
	}
	return min(max(second+towards(0x80, isOtherThanBefore), -12288), 12288)
}

func towards(amount int, isOther bool) int {
	if isOther {
		return -amount
	}
	return amount
}

// hurry is FILTA, FILTB, SUBTC and FILTC: the step size follows fast where much changes, and slowly in between.
func (d *Decoder) hurry(isJump bool, step, speed int) {
	d.short += (speed - d.short) >> 5
	d.long += (speed<<2 - d.long) >> 7
	apart := d.short<<2 - d.long
	switch {
	case isJump:
		d.control = 256
	case step < 1536, d.isTone, max(apart, -apart) >= d.long>>3:
		d.control += (0x200 - d.control) >> 4
	default:
		d.control += -d.control >> 4
	}
}
