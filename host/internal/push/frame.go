package push

import "encoding/binary"

// Frames of RFC 6455 that this package writes itself: whole messages of text, and pings. The rest is the WebSocket library's.
const (
	opText = 0x80 | 1
	opPing = 0x80 | 9

	maxHead = 10 // bytes before a message
)

// pingFrame asks the other side for a sign of life.
var pingFrame = []byte{opPing, 0}

// textFrame is one message as it goes over the connection.
func textFrame(message []byte) []byte {
	room := make([]byte, maxHead, maxHead+len(message))
	return seal(append(room, message...))
}

// seal makes a frame of a message that stands behind maxHead free bytes.
func seal(room []byte) []byte {
	length := len(room) - maxHead
	switch {
	case length < 126:
		frame := room[maxHead-2:]
		frame[0], frame[1] = opText, byte(length)
		return frame
	case length < 1<<16:
		frame := room[maxHead-4:]
		frame[0], frame[1] = opText, 126
		binary.BigEndian.PutUint16(frame[2:], uint16(length)) // just compared
		return frame
	default:
		room[0], room[1] = opText, 127
		binary.BigEndian.PutUint64(room[2:], uint64(length)) // a length is not negative
		return room
	}
}

// message is what a frame of seal carries.
func message(frame []byte) []byte {
	switch frame[1] {
	case 126:
		return frame[4:]
	case 127:
		return frame[10:]
	default:
		return frame[2:]
	}
}
