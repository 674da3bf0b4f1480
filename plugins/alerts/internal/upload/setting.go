// Package upload decides which evidence comes with an alert: what is chosen per device, camera and input, what the device is told of it, and
// when the system switches it off.
package upload

import (
	"strconv"
	"strings"

	"outrider.dev/sdk/device"
)

// The attributes: what a device notices of driving by itself, and its inputs.
const (
	IMU = "imu"
	IO  = "io"
)

// Inputs is how many inputs a device has, numbered from 1.
const Inputs = 8

// Setting is what is uploaded with an alert. Times are Unix milliseconds.
type Setting struct {
	Key        string // imu, io|*, io|1 to io|8
	Snaps      bool
	Video      bool
	Tracking   bool
	IMU        bool
	Channels   []int // cameras of Video; none: all
	SinceMs    int64 // when a person chose it; 0: never
	DisabledMs int64 // when the system switched it off; 0: it has not
}

// Chosen reports whether a person wants anything.
func (s Setting) Chosen() bool { return s.Snaps || s.Video || s.Tracking || s.IMU }

// Enabled reports whether anything is uploaded.
func (s Setting) Enabled() bool { return s.Chosen() && s.DisabledMs == 0 }

// Attribute is imu or io.
func (s Setting) Attribute() string {
	attribute, _, _ := strings.Cut(s.Key, "|")
	return attribute
}

// Pin is the input; 0 for imu and for every input.
func (s Setting) Pin() int {
	_, pin, _ := strings.Cut(s.Key, "|")
	n, err := strconv.Atoi(pin)
	if err != nil {
		return 0 // imu, or io|*
	}
	return n
}

// KeyOf names a setting; pin 0 is every input.
func KeyOf(attribute string, pin int) string {
	switch {
	case attribute == IMU:
		return IMU
	case pin == 0:
		return IO + "|*"
	default:
		return IO + "|" + strconv.Itoa(pin)
	}
}

// Settings are those of one device by key; what is not there is the default.
type Settings map[string]Setting

// Default is what a device that nobody has touched does: everything about driving, nothing about inputs, since a door opens all day.
func Default(key string) Setting {
	on := key == IMU
	return Setting{Key: key, Snaps: on, Video: on, Tracking: on, IMU: on}
}

// For is the setting of an attribute and an input: the input's own, else that of every input, else the default.
func (s Settings) For(attribute string, pin int) Setting {
	key := KeyOf(attribute, pin)
	if own, ok := s[key]; ok {
		return own
	}
	common, ok := s[KeyOf(attribute, 0)]
	if !ok {
		common = Default(KeyOf(attribute, 0))
	}
	common.Key = key
	common.DisabledMs = 0 // the system switches single inputs off
	return common
}

// All are the settings as they are shown: imu, every input, and the inputs that have their own.
func (s Settings) All() []Setting {
	list := []Setting{s.For(IMU, 0), s.For(IO, 0)}
	for pin := 1; pin <= Inputs; pin++ {
		if own, ok := s[KeyOf(IO, pin)]; ok {
			list = append(list, own)
		}
	}
	if own, ok := s[IMU]; ok {
		list[0] = own
	}
	return list
}

// Command is what the device is told. Inputs that are switched off on their vehicle bring nothing.
func (s Settings) Command(off map[int]bool) device.ConfigureUpload {
	configs := map[string]device.UploadConfig{}
	for _, one := range s.All() {
		configs[one.Key] = one.config(true)
	}
	for pin := range off {
		one := s.For(IO, pin)
		configs[one.Key] = one.config(false)
	}
	return device.ConfigureUpload{Configs: configs}
}

func (s Setting) config(on bool) device.UploadConfig {
	on = on && s.Enabled()
	return device.UploadConfig{
		Data:  device.UploadData{IMU: device.Enabled{Enabled: on && s.IMU}, Tracking: device.Enabled{Enabled: on && s.Tracking}},
		Media: device.UploadMedia{Snaps: device.Enabled{Enabled: on && s.Snaps}, Video: device.Enabled{Enabled: on && s.Video, Channels: s.Channels}},
	}
}
