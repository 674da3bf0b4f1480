import { Icon, IconButton, useFormat, useText } from '@outrider/sdk';
import { DateTimeRangePicker } from '@outrider/sdk/inputs';

import { chosenRange, localNow, localRange, type Choice } from './choice';
import { besideRange } from './range-before';

/** The time that a report is about, chosen or moved by its own length. */
export function RangeField({ choice, onChange }: { choice: Choice; onChange: (part: Partial<Choice>) => void }) {
  const t = useText('reports');
  const { zone } = useFormat().settings;
  const range = localRange(choice, zone);
  const later = besideRange(range, 1);
  const move = (next: typeof range) => onChange(chosenRange(next, zone));
  return (
    <span className="rp-range">
      <IconButton size="small" label={t('earlierRange')} onClick={() => move(besideRange(range, -1))}><Icon name="chevron-left" small /></IconButton>
      <DateTimeRangePicker label={t('range')} value={range} maxDays={400} onChange={move} />
      <IconButton size="small" label={t('laterRange')} disabled={later.start > localNow(zone)} onClick={() => move(later)}><Icon name="chevron-right" small /></IconButton>
    </span>
  );
}
