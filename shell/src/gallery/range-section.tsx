import { addDays, localDay, useFormat } from '@outrider/sdk';
import { DateTimeRangePicker, wholeDays, type DateTimeRange, type RangePickerProps } from '@outrider/sdk/inputs';
import { useState } from 'react';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

function Picker({ first, ...props }: Omit<RangePickerProps, 'value' | 'onChange'> & { first?: DateTimeRange | null }) {
  const [range, setRange] = useState<DateTimeRange | null>(first ?? null);
  return (
    <>
      <DateTimeRangePicker {...props} value={range} onChange={setRange} />
      <pre className="specimen-out">{JSON.stringify(range)}</pre>
    </>
  );
}

function RangeSection() {
  const { zone } = useFormat().settings;
  const [now] = useState(() => Date.now());
  const today = localDay(now, zone);
  return (
    <div className="specimens">
      <Specimen title="Date-time range">
        <Picker label="Period" first={wholeDays(addDays(today, -6), today)} />
      </Specimen>
      <Specimen title="Nothing chosen, nothing after today">
        <Picker label="Report period" max={today} />
      </Specimen>
      <Specimen title="Limited" note="Only the first three shortcuts, at most 7 days">
        <Picker label="Analysis period" limited maxDays={7} max={today} first={wholeDays(today, today)} />
      </Specimen>
      <Specimen title="Whole days" note="No times are asked for">
        <Picker label="Days" daysOnly first={wholeDays(addDays(today, -40), addDays(today, -12))} />
      </Specimen>
      <Specimen title="With times">
        <Picker label="Hours" first={{ start: `${today}T06:30:00`, end: `${today}T18:15:00` }} />
      </Specimen>
      <Specimen title="Disabled">
        <Picker label="Period" disabled first={wholeDays(today, today)} />
      </Specimen>
    </div>
  );
}

/** The date-time range picker. */
export const rangeSection: GallerySection = { id: 'range', title: 'Date-time range', Component: RangeSection };
