import { Icon, useText, type IconName, type TextKey } from '@outrider/sdk';

import type { Fact, PartView } from '../api/host';
import { useFigures, type Figures } from '../ui/figures';
import { Meter } from '../ui/meter';
import { StatePill } from '../ui/state-pill';

const icons: Record<string, IconName> = { postgres: 'storage', nats: 'layers', keto: 'lock', media: 'files', disk: 'system', demonstration: 'vehicles' };

/** One part: does it answer, how fast, and how near it is to its limits. */
export function PartCard({ part }: { part: PartView }) {
  const t = useText('admin');
  const f = useFigures();
  const [kind = '', listener] = part.id.split('.');
  const name = listener ? t('parts.certificate', { listener: listener.toUpperCase() }) : t(`parts.name.${kind}` as TextKey<'admin'>);
  return (
    <section className="card ops-part" aria-label={name}>
      <header>
        <Icon name={icons[kind] ?? 'lock'} />
        <div className="grow">
          <h2>{name}</h2>
          {part.version ? <p className="t2 s12">{part.version}</p> : null}
        </div>
        <StatePill state={part.state} />
      </header>
      {part.error ? <p className="ops-bad s12 ops-break">{part.error}</p> : null}
      {part.warning ? <p className="ops-warn s12">{t(`parts.warning.${part.warning}` as TextKey<'admin'>)}</p> : null}
      <dl className="ops-pairs">
        {part.latency_ms > 0 ? (
          <>
            <dt>{t('parts.latency')}</dt>
            <dd className="num">{f.ms(part.latency_ms)}</dd>
          </>
        ) : null}
        {part.facts.map((fact) => (
          <FactRow key={fact.name} fact={fact} figures={f} />
        ))}
      </dl>
    </section>
  );
}

function FactRow({ fact, figures }: { fact: Fact; figures: Figures }) {
  const t = useText('admin');
  const label = t(`parts.fact.${fact.name}` as TextKey<'admin'>);
  const text = write(fact, fact.value, figures);
  return (
    <>
      <dt>{label}</dt>
      <dd className="num ops-break">
        {fact.of > 0 ? t('parts.of', { value: text, of: write(fact, fact.of, figures) }) : text}
        {fact.of > 0 ? <Meter value={fact.name === 'free' ? fact.of - fact.value : fact.value} of={fact.of} label={label} /> : null}
      </dd>
    </>
  );
}

function write({ kind, text }: Fact, value: number, { format, bytes, ms, share }: Figures): string {
  switch (kind) {
    case 'text':
      return text || '–';
    case 'bytes':
      return bytes(value);
    case 'seconds':
      return ms(value * 1000);
    case 'milliseconds':
      return ms(value);
    case 'percent':
      return share(value / 100);
    case 'time':
      return format.dateTime(value * 1000);
    case 'count':
      return format.number(value);
  }
}
