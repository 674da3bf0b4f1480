package streams_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

var sauna = manifest.Manifest{ID: "sauna", Module: manifest.Module{Optional: true}, Events: manifest.Events{Consumes: []string{"telemetry"}}}

// saunaShare is the consumer that has the samples of device d1.
var saunaShare = events.TelemetryConsumerName("sauna", events.Share(events.Partition("d1")))

func (f fixture) say(subject, text string) {
	f.t.Helper()
	if _, err := f.host.Publish(f.t.Context(), subject, []byte(text)); err != nil {
		f.t.Fatalf("publish on %s: %v", subject, err)
	}
}

func (f fixture) narrow(on ...string) {
	f.t.Helper()
	if err := f.streams.Narrow(f.t.Context(), sauna, on); err != nil {
		f.t.Fatalf("Narrow to %v: %v", on, err)
	}
}

// handed fetches so many messages from the consumer of d1, which has no more, and acknowledges them.
func (f fixture) handed(count int) (texts []string) {
	f.t.Helper()
	consumer, err := f.host.Consumer(f.t.Context(), events.StreamTelemetry, saunaShare)
	if err != nil {
		f.t.Fatal(err)
	}
	if count > 0 {
		batch, err := consumer.Fetch(count, jetstream.FetchPriorityGroup(events.PinnedGroup), jetstream.FetchMaxWait(time.Minute))
		if err != nil {
			f.t.Fatal(err)
		}
		for m := range batch.Messages() {
			texts = append(texts, string(m.Data()))
			if err := m.DoubleAck(f.t.Context()); err != nil {
				f.t.Fatal(err)
			}
		}
		stream, err := f.host.Stream(f.t.Context(), events.StreamTelemetry)
		if err == nil {
			err = stream.UnpinConsumer(f.t.Context(), saunaShare, events.PinnedGroup)
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
	until(f.t, "it has more", func() bool {
		info, err := consumer.Info(f.t.Context())
		return err == nil && info.NumPending == 0
	})
	return texts
}

func (f fixture) stored() uint64 {
	f.t.Helper()
	stream, err := f.host.Stream(f.t.Context(), events.StreamTelemetry)
	if err != nil {
		f.t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

func TestNarrow_AModuleIsHandedTheSamplesOfWhoHasItOn(t *testing.T) {
	f := open(t, roomy)
	if err := f.streams.Install(t.Context(), sauna); err != nil {
		t.Fatal(err)
	}
	round := 0
	sayAll := func() {
		t.Helper()
		round++
		for _, org := range []string{"alpha", "beta"} {
			f.say(events.TelemetrySubject(org, "d1"), fmt.Sprint(org, round))
		}
		f.say(fmt.Sprintf("telemetry.%d.d1", events.Partition("d1")), fmt.Sprint("earlier", round)) // as releases before said it
	}
	want := func(state string, texts ...string) {
		t.Helper()
		if got := f.handed(len(texts)); !slices.Equal(got, texts) {
			t.Errorf("%s: it is handed %v, want %v", state, got, texts)
		}
		if n := f.stored(); n != 0 {
			t.Errorf("%s: the stream keeps %d messages", state, n)
		}
	}
	sayAll()
	want("off everywhere")
	f.narrow("beta")
	sayAll()
	want("on in beta", "beta2", "earlier2")
	f.narrow("alpha", "beta")
	sayAll()
	want("on in both", "alpha3", "beta3", "earlier3")
	sayAll()
	f.narrow("alpha") // beta's last word waits
	want("off in beta again", "alpha4", "earlier4")
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprint("org", i))
	}
	f.narrow(many...)
	sayAll()
	want("on in so many that all are handed over", "alpha5", "beta5", "earlier5")
	f.narrow()
	sayAll()
	want("off everywhere again")
	f.say(events.ReplaySubject("sauna", events.TelemetrySubject("beta", "d1")), "replayed")
	want("a letter is replayed", "replayed")
}

func TestInstall_AModuleBeginsWithWhoHasItOn(t *testing.T) {
	f := open(t, roomy)
	if err := f.streams.Install(t.Context(), sauna, "alpha"); err != nil {
		t.Fatal(err)
	}
	f.say(events.TelemetrySubject("alpha", "d1"), "alpha")
	f.say(events.TelemetrySubject("beta", "d1"), "beta")
	if got := f.handed(1); !slices.Equal(got, []string{"alpha"}) {
		t.Errorf("it is handed %v", got)
	}
}

// Others who switch the module on and off meanwhile cost an organisation that has it on no sample, and give it none twice.
func TestNarrow_LosesAndDoublesNothingOfTheOthers(t *testing.T) {
	f := open(t, streams.Sizes{Telemetry: 16 << 20, Others: 1 << 20})
	if err := f.streams.Install(t.Context(), sauna, "alpha"); err != nil {
		t.Fatal(err)
	}
	var sending sync.WaitGroup
	const count = 300
	sending.Go(func() {
		for i := range count {
			if _, err := f.host.Publish(t.Context(), events.TelemetrySubject("alpha", "d1"), []byte(fmt.Sprint(i))); err != nil {
				t.Errorf("publish: %v", err)
			}
		}
	})
	for i := range 20 {
		f.narrow([]string{"alpha", "beta"}[:1+i%2]...)
	}
	sending.Wait()
	got := f.handed(count)
	for i := range count {
		if i >= len(got) || got[i] != fmt.Sprint(i) {
			t.Fatalf("%d of %d came, the one at %d is wrong", len(got), count, i)
		}
	}
}

// TestInstall_TakesOverSamplesOfAnEarlierRelease starts on the data of a host whose subjects named no organisation.
func TestInstall_TakesOverSamplesOfAnEarlierRelease(t *testing.T) {
	parts := hosttest.Parts(t)
	f := fixture{t: t}
	begin := func() *embedded.NATS {
		server, err := embedded.StartNATS(t.Context(), parts, embedded.NATSOptions{})
		if err != nil {
			t.Fatal(err)
		}
		connection, err := server.Connect()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(connection.Close)
		if f.host, err = jetstream.New(connection); err != nil {
			t.Fatal(err)
		}
		return server
	}
	server, partition := begin(), events.Partition("d1")
	subject := fmt.Sprintf("telemetry.%d.d1", partition)
	_, err := f.host.CreateStream(t.Context(), jetstream.StreamConfig{Name: events.StreamTelemetry, Subjects: []string{"telemetry.*.*", "replay.*.telemetry.*.*"}, Retention: jetstream.InterestPolicy, Discard: jetstream.DiscardNew})
	if err != nil {
		t.Fatal(err)
	}
	earlier := jetstream.ConsumerConfig{
		Durable: saunaShare, FilterSubjects: []string{fmt.Sprintf("telemetry.%d.*", partition), fmt.Sprintf("replay.sauna.telemetry.%d.*", partition)}, AckPolicy: jetstream.AckExplicitPolicy,
		PriorityPolicy: jetstream.PriorityPolicyPinned, PriorityGroups: []string{events.PinnedGroup}, PinnedTTL: 10 * time.Second, Metadata: map[string]string{"outrider.plugin": "sauna"},
	}
	if _, err := f.host.CreateConsumer(t.Context(), events.StreamTelemetry, earlier); err != nil {
		t.Fatal(err)
	}
	f.say(subject, "before")
	server.Stop()

	server = begin()
	t.Cleanup(server.Stop)
	connection, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	if f.streams, err = streams.Open(t.Context(), connection, roomy); err != nil {
		t.Fatalf("Open: %v", err)
	}
	if err := f.streams.Install(t.Context(), sauna, "alpha"); err != nil {
		t.Fatalf("Install: %v", err)
	}
	f.say(events.TelemetrySubject("alpha", "d1"), "after")
	if got := f.handed(2); !slices.Equal(got, []string{"before", "after"}) {
		t.Errorf("it is handed %v", got)
	}
}
