package recorder

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"strconv"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// maxUnit bounds one coded picture in bytes.
const maxUnit = 4 << 20

// rawInput are ffmpeg's arguments for pictures on its standard input.
func rawInput(s size) []string {
	return []string{
		"-hide_banner", "-loglevel", "error", "-nostdin", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", s.width, s.height),
		"-r", strconv.Itoa(s.fps), "-i", "pipe:0", "-an", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-profile:v", "baseline",
		"-pix_fmt", "yuv420p", "-threads", "1",
	}
}

// encoder turns pictures into H.264 as they come.
type encoder struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Scanner
	errors  bytes.Buffer
	units   [][]byte // of the coded picture that is being read
}

// startEncoder runs ffmpeg until ctx ends or close. A key frame comes every gop pictures.
func startEncoder(ctx context.Context, ffmpeg string, s size, gop int) (*encoder, error) {
	args := append(rawInput(s), "-g", strconv.Itoa(gop), "-bsf:v", "h264_metadata=aud=insert", "-f", "h264", "-flush_packets", "1", "pipe:1")
	e := &encoder{command: exec.CommandContext(ctx, ffmpeg, args...)}
	e.command.Stderr = &e.errors
	input, err := e.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.command.Start(); err != nil {
		return nil, fmt.Errorf("start the encoder: %w", err)
	}
	e.input, e.output = input, bufio.NewScanner(output)
	e.output.Buffer(make([]byte, 64<<10), maxUnit)
	e.output.Split(splitUnits)
	return e, nil
}

// write hands a picture over.
func (e *encoder) write(img *image.RGBA) error {
	if _, err := e.input.Write(img.Pix); err != nil {
		return errors.Join(fmt.Errorf("encode a picture: %w", err), errors.New(e.errors.String()))
	}
	return nil
}

// read returns the next coded picture as its units; io.EOF at the end.
func (e *encoder) read() ([][]byte, error) {
	for e.output.Scan() {
		unit := bytes.Clone(e.output.Bytes())
		if len(unit) == 0 {
			continue
		}
		if h264.NALUType(unit[0]&0x1f) == h264.NALUTypeAccessUnitDelimiter {
			if whole := e.units; len(whole) > 0 {
				e.units = nil
				return whole, nil
			}
			continue
		}
		e.units = append(e.units, unit)
	}
	if err := e.output.Err(); err != nil {
		return nil, fmt.Errorf("read the encoder: %w", err)
	}
	if whole := e.units; len(whole) > 0 {
		e.units = nil
		return whole, nil
	}
	return nil, io.EOF
}

// close ends the stream of pictures and waits for ffmpeg.
func (e *encoder) close() error {
	_ = e.input.Close() // ffmpeg sees the end
	return e.command.Wait()
}

var startCode = []byte{0, 0, 1}

// splitUnits is a bufio.SplitFunc: the bytes between two start codes.
func splitUnits(data []byte, atEOF bool) (advance int, token []byte, err error) {
	begin := bytes.Index(data, startCode)
	if begin < 0 {
		if atEOF {
			return len(data), nil, nil
		}
		return max(0, len(data)-2), nil, nil
	}
	begin += len(startCode)
	end := bytes.Index(data[begin:], startCode)
	switch {
	case end >= 0:
		return begin + end, bytes.TrimRight(data[begin:begin+end], "\x00"), nil
	case atEOF:
		return len(data), bytes.TrimRight(data[begin:], "\x00"), nil
	default:
		return 0, nil, nil
	}
}
