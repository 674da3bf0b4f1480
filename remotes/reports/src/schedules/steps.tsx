import { Icon, useText } from '@outrider/sdk';

/** Where one is among the two steps of the form; the first is done in the second. */
export function Steps({ step }: { step: 1 | 2 }) {
  const t = useText('reports');
  return (
    <ol className="sc-steps s12" aria-label={t('schedules.steps')}>
      {([1, 2] as const).map((one) => (
        <li key={one} className={one === step ? 'on' : undefined} aria-current={one === step ? 'step' : undefined}>
          {one < step ? <Icon name="check" small /> : <b className="num">{one}</b>}
          {t(one === 1 ? 'schedules.report' : 'schedules.whenToWhom')}
        </li>
      ))}
    </ol>
  );
}
