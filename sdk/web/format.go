package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	fastjson "github.com/goccy/go-json"

	"outrider.dev/sdk/coalesce"
)

// misfit marks the message of a value that is JSON of the right kind but too large or otherwise unfit for its field.
const misfit = "misfit:"

var jsonFormat = huma.Format{
	Marshal:   marshal,
	Unmarshal: unmarshal,
}

// encoding is a buffer and the encoder that writes into it: as encoding/json does, in half of its time.
type encoding struct {
	bytes.Buffer
	encoder *fastjson.Encoder
}

// maxKept is the size in bytes of the largest buffer that is kept for the next answer.
const maxKept = 1 << 20

var encodings = sync.Pool{New: func() any {
	e := &encoding{}
	e.encoder = fastjson.NewEncoder(&e.Buffer)
	e.encoder.SetEscapeHTML(false)
	return e
}}

// marshal writes an answer whose length is known before its first byte: it then needs no chunks, and host and browser know what comes.
func marshal(w io.Writer, v any) error {
	e := encodings.Get().(*encoding)
	e.Reset()
	if err := e.encoder.Encode(v); err != nil {
		return err // an encoder that failed is not used again
	}
	if answer, ok := w.(answerWriter); ok {
		answer.Header()["Content-Length"] = []string{strconv.Itoa(e.Len())}
		coalesce.Hold(answer.ctx)
	}
	_, err := w.Write(e.Bytes())
	if e.Cap() <= maxKept {
		encodings.Put(e)
	}
	return err
}

// unmarshal reads JSON. Its errors never repeat what they read.
func unmarshal(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if unfit, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return errors.New(misfit + unfit.Field)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("is not JSON at byte %d", syntax.Offset)
	}
	if err != nil {
		return errors.New("cannot be read")
	}
	if _, first := v.(*any); first && CheckJSON(data) != nil { // huma reads a body twice, for its schema and for its type
		return errors.New(textUnstorable)
	}
	return nil
}
