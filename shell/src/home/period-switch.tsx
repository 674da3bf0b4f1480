import { Segment, useText } from '@outrider/sdk';

import { periods } from './layout';
import { savePeriod } from './widgets';

/** The days that Home is about; they hold for every widget that counts. */
export function PeriodSwitch({ days }: { days: number }) {
  const t = useText('shell');
  return (
    <div className="seg home-period" role="group" aria-label={t('home.period')}>
      {periods.map((one) => (
        <Segment key={one} isOn={one === days} onClick={() => void savePeriod(one)}>
          {one === 1 ? t('home.today') : t('home.days', { count: one })}
        </Segment>
      ))}
    </div>
  );
}
