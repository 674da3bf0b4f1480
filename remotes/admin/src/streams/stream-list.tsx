import { useText, type TextKey } from '@outrider/sdk';

import { getStreams, type StreamView } from '../api/streams';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { Meter } from '../ui/meter';
import { Loaded } from '../ui/page';
import { useLive } from '../ui/use-live';

/** Every stream: how full, how old, and who is behind. */
export function StreamList() {
  const query = useLive(['streams'], getStreams);
  return (
    <Loaded query={query} rows={8}>
      {({ streams }) => (
        <div className="ops-streams">
          {streams.map((stream) => (
            <Stream key={stream.name} stream={stream} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function Stream({ stream }: { stream: StreamView }) {
  const t = useText('admin');
  const f = useFigures();
  const room = stream.max_bytes > 0 ? t('streams.bytesOf', { bytes: f.bytes(stream.bytes), of: f.bytes(stream.max_bytes) }) : f.bytes(stream.bytes);
  return (
    <section className="ops-stream" aria-label={stream.name}>
      <header>
        <div className="grow">
          <h2>{stream.name}</h2>
          <p className="t2 s12">{t(`streams.about.${stream.name}` as TextKey<'admin'>)}</p>
        </div>
        <dl className="ops-facts">
          <div>
            <dt>{t('streams.messages')}</dt>
            <dd className="num">{f.format.number(stream.messages)}</dd>
          </div>
          <div>
            <dt>{t('streams.size')}</dt>
            <dd className="num">
              {room}
              {stream.max_bytes > 0 ? <Meter value={stream.bytes} of={stream.max_bytes} label={t('streams.sizeOf', { name: stream.name })} /> : null}
            </dd>
          </div>
          <div>
            <dt>{t('streams.oldest')}</dt>
            <dd>{f.age(stream.oldest)}</dd>
          </div>
        </dl>
      </header>
      {stream.consumers.length > 0 ? <Consumers stream={stream} /> : <p className="t2 s12 ops-none">{t('streams.noConsumers')}</p>}
    </section>
  );
}

function Consumers({ stream }: { stream: StreamView }) {
  const t = useText('admin');
  const f = useFigures();
  const count = (value: number, isBad: boolean) => <span className={isBad ? 'num ops-bad' : 'num'}>{f.format.number(value)}</span>;
  return (
    <DataList
      label={t('streams.consumersOf', { name: stream.name })}
      rows={stream.consumers}
      rowId={({ name }) => name}
      columns={[
        {
          id: 'name',
          label: t('streams.consumer'),
          value: ({ name }) => name,
          cell: ({ name, parts }) => (
            <span>
              <span className="mono">{name}</span>
              {parts > 1 ? <span className="t2 s12"> × {f.format.number(parts)}</span> : null}
            </span>
          ),
        },
        { id: 'lag', label: t('streams.lag'), align: 'end', value: ({ lag }) => lag, cell: ({ lag }) => count(lag, lag > 1000) },
        { id: 'waiting', label: t('streams.waiting'), align: 'end', value: ({ waiting }) => waiting, cell: ({ waiting }) => count(waiting, false) },
        { id: 'redelivered', label: t('streams.redelivered'), align: 'end', value: ({ redelivered }) => redelivered, cell: ({ redelivered }) => count(redelivered, redelivered > 0) },
        {
          id: 'active',
          label: t('streams.lastActive'),
          align: 'end',
          cell: ({ paused, last_active }) => (paused ? t('streams.paused') : f.age(last_active)),
        },
      ]}
    />
  );
}
