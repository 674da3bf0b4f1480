import { Icon, useFormat, useText, type TextKey } from '@outrider/sdk';
import { shownAs } from '@outrider/sdk/inputs';

import type { Feature } from '../api/import';
import { paint } from '../fence-colour';

interface FeaturesProps {
  features: readonly Feature[];
  /** By the place in the file. */
  chosen: ReadonlyMap<number, string>;
  names: ReadonlyMap<number, string>;
  wrong: ReadonlyMap<number, string>;
  onPick: (list: readonly number[], isChosen: boolean) => void;
  onName: (n: number, name: string) => void;
}

/** The features of a file; those that can be geofences are chosen and named here. */
export function Features({ features, chosen, names, wrong, onPick, onName }: FeaturesProps) {
  const t = useText('geofences');
  const format = useFormat();
  const good = features.filter(({ problem }) => !problem).map(({ n }) => n);
  const isAll = good.length > 0 && good.every((n) => chosen.has(n));
  return (
    <div className="gf-features">
      <p className="gf-features-head" role="status">
        <label className="gf-tick">
          <input type="checkbox" checked={isAll} disabled={good.length === 0} onChange={() => onPick(good, !isAll)} />
          {t('import.all')}
        </label>
        <span className="t2">{t('import.found', { good: format.number(good.length), all: format.number(features.length) })}</span>
      </p>
      <ul aria-label={t('import.features')}>
        {features.map((feature) => (
          <Line key={feature.n} feature={feature} isChosen={chosen.has(feature.n)} name={names.get(feature.n) ?? ''} wrong={wrong.get(feature.n)} onPick={onPick} onName={onName} />
        ))}
      </ul>
    </div>
  );
}

interface LineProps extends Pick<FeaturesProps, 'onPick' | 'onName'> {
  feature: Feature;
  isChosen: boolean;
  name: string;
  wrong: string | undefined;
}

function Line({ feature: { n, colour, corners, shape, simplified_m: simplifiedM, exists, field, problem, reason: { code, values } }, isChosen, name, wrong, onPick, onName }: LineProps) {
  const t = useText('geofences');
  const format = useFormat();
  const length = shownAs('length', format);
  return (
    <li className={problem ? 'bad' : undefined}>
      <input type="checkbox" aria-label={t('import.take', { n })} checked={isChosen} disabled={problem !== ''} onChange={() => onPick([n], !isChosen)} />
      <span className="gf-swatch" style={{ background: paint(colour || '#1976D2B3').color }} aria-hidden="true" />
      {problem ? <span className="ell">{name}</span> : <input className="gf-feature-name" aria-label={t('import.nameOf', { n })} aria-invalid={wrong !== undefined} maxLength={100} value={name} onChange={(event) => onName(n, event.target.value)} />}
      <span className="t2 s12 num">{problem ? '' : shape?.type === 'circle' ? `${t('kind.circle')}, ${format.number(length.toUser(shape.radius_m ?? 0))} ${length.unit}` : t('import.corners', { count: corners })}</span>
      {problem || wrong || exists || simplifiedM > 0 ? (
        <span className="gf-feature-note">
          {problem || wrong ? <Icon name="warning" small /> : null}
          {[
            problem ? [field, t(`import.reason.${code}` as TextKey<'geofences'>, { a: values[0], b: values[1], defaultValue: problem })].filter(Boolean).join(': ') : '', wrong ?? '', exists && !problem ? t('import.exists') : '',
            simplifiedM > 0 && !problem ? t('import.simplified', { distance: `${format.number(length.toUser(simplifiedM), simplifiedM < 10 ? 1 : 0)} ${length.unit}` }) : '',
          ].filter(Boolean).join(' · ')}
        </span>
      ) : null}
    </li>
  );
}
