import { Segment, useFormat, useText } from '@outrider/sdk';
import { TimeBox } from '@outrider/sdk/days';
import { useId } from 'react';

import { frequencies, periods, type ScheduleDraft, type Times } from '../api/schedules';
import { weekdays } from '../texts/texts';

/** How often it runs, on which day and at which time, and about which days. */
export function TimesFields({ draft, onChange }: { draft: ScheduleDraft; onChange: (part: Partial<ScheduleDraft>) => void }) {
  const t = useText('reports');
  const id = useId();
  const { locale } = useFormat().settings;
  return (
    <>
      <div className="sc-two">
        <div>
          <span className="label">{t('schedules.howOften')}</span>
          <span className="seg" role="group" aria-label={t('schedules.howOften')}>
            {frequencies.map((one) => (
              <Segment key={one} isOn={draft.frequency === one} onClick={() => onChange({ frequency: one })}>
                {t(`schedules.frequency.${one}`)}
              </Segment>
            ))}
          </span>
        </div>
        <label>
          <span className="label">{t('schedules.covers')}</span>
          <select className="sc-input" value={draft.period} onChange={({ target }) => onChange({ period: target.value as Times['period'] })}>
            {periods.map((one) => <option key={one} value={one}>{t(`schedules.period.${one}`)}</option>)}
          </select>
        </label>
      </div>
      <div className={draft.frequency === 'weekly' ? 'sc-two sc-days' : 'sc-two'}>
        {draft.frequency === 'weekly' ? (
          <div>
            <span className="label">{t('schedules.day')}</span>
            <span className="seg" role="group" aria-label={t('schedules.day')}>
              {weekdays(locale).map((name, index) => (
                <Segment key={name} isOn={draft.day_of_week === index + 1} onClick={() => onChange({ day_of_week: index + 1 })}>
                  {name}
                </Segment>
              ))}
            </span>
          </div>
        ) : null}
        {draft.frequency === 'monthly' ? (
          <label>
            <span className="label">{t('schedules.dayOfMonth')}</span>
            <select className="sc-input" value={draft.day_of_month} onChange={({ target }) => onChange({ day_of_month: Number(target.value) })}>
              {Array.from({ length: 31 }, (_, day) => <option key={day} value={day + 1}>{day + 1}</option>)}
            </select>
          </label>
        ) : null}
        <label>
          <span className="label">{t('schedules.runAt')}</span>
          <TimeBox id={`${id}-time`} value={draft.run_at} onChange={(time) => onChange({ run_at: time })} />
          <span className="s12 t2 sc-zone">{draft.zone}</span>
        </label>
      </div>
    </>
  );
}
