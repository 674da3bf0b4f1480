import { useText } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { filterText, type ListFilter } from '@outrider/sdk/table';

import type { ScheduleCounts } from '../api/schedules';

/** The filter of the table that each tab stands for. */
const tabs: Record<keyof ScheduleCounts, ListFilter | undefined> = {
  all: undefined,
  active: { field: 'state', op: 'ne', values: ['paused'] },
  paused: { field: 'state', op: 'in', values: ['paused'] },
  failed: { field: 'state', op: 'in', values: ['failed'] },
};

const ofState = (filter: string) => filter.startsWith('state:');

/** All schedules, or those of a state: a filter of the table that has a name. */
export function StateTabs({ counts }: { counts: ScheduleCounts | undefined }) {
  const t = useText('reports');
  const [parameters, setParameters] = useSearchParams();
  const now = parameters.getAll('filter').filter(ofState).join();
  const choose = (filter: ListFilter | undefined) =>
    setParameters((before) => {
      const next = new URLSearchParams(before);
      next.delete('filter');
      next.delete('page');
      before.getAll('filter').filter((one) => !ofState(one)).forEach((one) => next.append('filter', one));
      if (filter) next.append('filter', filterText(filter));
      return next;
    });
  return (
    <div className="tabs sc-tabs" role="group" aria-label={t('schedules.show')}>
      {(Object.keys(tabs) as (keyof ScheduleCounts)[]).map((one) => {
        const filter = tabs[one];
        const isOn = now === (filter ? filterText(filter) : '');
        return (
          <button key={one} type="button" className={isOn ? 'sc-tab on' : 'sc-tab'} aria-pressed={isOn} onClick={() => choose(filter)}>
            {t(`schedules.tab.${one}`)} <b>{counts?.[one] ?? ''}</b>
          </button>
        );
      })}
    </div>
  );
}
