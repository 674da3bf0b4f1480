import { useFormat, useText } from '@outrider/sdk';

import { STATUS_TOKEN, STATUS_WORD, type Status } from '../fleet/vehicle';

const tiles: readonly Status[] = ['MOVING', 'IDLING', 'STATIONARY', 'OFFLINE'];

interface StatusFiltersProps {
  counts: Readonly<Record<Status, number>>;
  chosen: ReadonlySet<Status>;
  onChange: (chosen: ReadonlySet<Status>) => void;
}

/** How many vehicles do what; each tile also filters. Vehicles without a position get a tile when there are any. */
export function StatusFilters({ counts, chosen, onChange }: StatusFiltersProps) {
  const t = useText('vehicles');
  const tSdk = useText();
  const format = useFormat();
  const shown: readonly Status[] = counts.UNKNOWN > 0 || chosen.has('UNKNOWN') ? [...tiles, 'UNKNOWN'] : tiles;

  const toggle = (status: Status) => {
    const next = new Set(chosen);
    if (!next.delete(status)) {
      next.add(status);
    }
    onChange(next);
  };

  return (
    <div className="vfilters" role="group" aria-label={t('list.byStatus')}>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          className={`st-${STATUS_TOKEN[status]}${chosen.has(status) ? ' on' : ''}${status === 'UNKNOWN' ? ' wide' : ''}`}
          aria-pressed={chosen.has(status)}
          onClick={() => toggle(status)}
        >
          <span>
            <i className="dot" />
            {tSdk(STATUS_WORD[status])}
          </span>
          <b>{format.number(counts[status])}</b>
        </button>
      ))}
    </div>
  );
}
