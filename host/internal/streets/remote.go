package streets

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// What is kept of a file at an address: blocks, the last used ones.
const (
	blockSize  = 128 << 10
	mostBlocks = 512
)

// fetchWithin bounds one block's way.
const fetchWithin = 10 * time.Second

// errChanged says that the file at the address is another one than when it was opened.
var errChanged = errors.New("the file at the address has changed")

// remote reads a file at an address by ranges. Several goroutines may.
type remote struct {
	ctx    context.Context // of the host's run: a block is nobody's own, others may wait for it
	url    string
	client *http.Client
	size   int64
	tag    string // of the file when it was opened

	once   singleflight.Group
	mu     sync.Mutex
	blocks map[int64]*list.Element
	used   *list.List // of *block, the last used one first
}

type block struct {
	number int64
	bytes  []byte
}

// openRemote asks for the first byte, which tells size and version.
func openRemote(ctx context.Context, url string, client *http.Client) (*remote, error) {
	r := &remote{ctx: ctx, url: url, client: client, blocks: map[int64]*list.Element{}, used: list.New()}
	ctx, cancel := context.WithTimeout(ctx, fetchWithin)
	defer cancel()
	answer, err := r.ask(ctx, 0, 0)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	_, total, ok := strings.Cut(answer.Header.Get("Content-Range"), "/")
	if r.size, err = strconv.ParseInt(total, 10, 64); !ok || err != nil {
		return nil, errors.New("the address does not say how large the file is")
	}
	r.tag = versionOf(answer)
	return r, nil
}

// versionOf tells versions of the file apart.
func versionOf(answer *http.Response) string {
	return answer.Header.Get("ETag") + " " + answer.Header.Get("Last-Modified")
}

// ask sends for bytes first to last; the caller closes the body.
func (r *remote) ask(ctx context.Context, first, last int64) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", first, last))
	request.Header.Set("Accept-Encoding", "identity")
	answer, err := r.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the address does not answer: %w", err)
	}
	if answer.StatusCode != http.StatusPartialContent {
		answer.Body.Close()
		return nil, fmt.Errorf("the address answers %s to a request for a range", answer.Status)
	}
	return answer, nil
}

// ReadAt implements io.ReaderAt by blocks.
func (r *remote) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && off < r.size {
		b, err := r.block(off / blockSize)
		if err != nil {
			return n, err
		}
		took := copy(p[n:], b[min(int64(len(b)), off%blockSize):])
		if took == 0 {
			return n, io.ErrUnexpectedEOF
		}
		n, off = n+took, off+int64(took)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// block is one that is kept, or is fetched: once, however many ask.
func (r *remote) block(number int64) ([]byte, error) {
	if b := r.kept(number); b != nil {
		return b, nil
	}
	fetched, err, _ := r.once.Do(strconv.FormatInt(number, 10), func() (any, error) { return r.fetch(number) })
	if err != nil {
		return nil, err
	}
	return fetched.([]byte), nil
}

func (r *remote) fetch(number int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(r.ctx, fetchWithin)
	defer cancel()
	first := number * blockSize
	last := min(first+blockSize, r.size) - 1
	answer, err := r.ask(ctx, first, last)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if versionOf(answer) != r.tag {
		return nil, errChanged
	}
	b := make([]byte, last-first+1)
	if _, err := io.ReadFull(answer.Body, b); err != nil {
		return nil, fmt.Errorf("the address ends within a range: %w", err)
	}
	r.keep(number, b)
	return b, nil
}

func (r *remote) kept(number int64) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.blocks[number]
	if !ok {
		return nil
	}
	r.used.MoveToFront(e)
	return e.Value.(*block).bytes
}

func (r *remote) keep(number int64, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.blocks[number] = r.used.PushFront(&block{number, b})
	if r.used.Len() > mostBlocks {
		oldest := r.used.Back()
		r.used.Remove(oldest)
		delete(r.blocks, oldest.Value.(*block).number)
	}
}
