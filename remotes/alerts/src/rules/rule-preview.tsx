import { Failure, labelled, linkTo, useFormat, useNow, useText } from '@outrider/sdk';
import { useWatch } from '@outrider/sdk/inputs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { labelOf, pathOf } from '../alert/looks';
import { tryRule, type Preview } from './api';
import { ruleOf, type RuleForm } from './rule-form';

/** How many of the alerts are listed. */
const listed = 6;
const clock = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** What the rule in the form around it would have told of in the last 30 days. */
export function RulePreview({ zone }: { zone: string }) {
  const t = useText('alerts');
  const format = useFormat();
  const form = useDeferredValue(useWatch() as RuleForm);
  const rule = ruleOf({ ...form, name: form.name || '–' }, zone, true);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['alerts', 'preview', rule],
    queryFn: ({ signal }) => tryRule(rule, signal),
    enabled: clock.test(rule.from) && clock.test(rule.to) && rule.to !== '00:00',
    placeholderData: keepPreviousData,
  });
  return (
    <section className="rules-preview" aria-label={t('rules.preview')} aria-busy={isFetching}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data && !error ? (
        <>
          <p role="status">
            <b className="num">{t(data.more ? 'rules.wouldMore' : 'rules.would', { count: data.total, days: data.days })}</b>
          </p>
          <Bars preview={data} zone={zone} />
          <ul>
            {data.alerts.slice(0, listed).map((alert) => (
              <li key={alert.alert_id} className="row s12">
                <span className="num t3">{format.dateTime(alert.event_time_utc)}</span>
                <span className="ell grow">{labelOf(t, alert)} · {alert.vehicle_name}</span>
                <a {...linkTo(pathOf(alert, 30))}>{t('rules.show')}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

/** How many a day, as bars; what they say stands above them in words. */
function Bars({ preview, zone }: { preview: Preview; zone: string }) {
  const most = Math.max(1, ...preview.by_day.map(({ alerts }) => alerts));
  const today = useNow();
  const days = Array.from({ length: preview.days }, (_, i) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(today - (preview.days - 1 - i) * 86_400_000));
  return (
    <div className="rules-bars" aria-hidden="true">
      {days.map((day) => {
        const n = preview.by_day.find((one) => one.day === day)?.alerts ?? 0;
        return <i key={day} title={labelled(day, String(n))} style={{ height: `${n === 0 ? 2 : 8 + (40 * n) / most}px` }} className={n === 0 ? 'none' : undefined} />;
      })}
    </div>
  );
}
