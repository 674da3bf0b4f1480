import { ApiError, Button, clock, confirm, Denied, Empty, Failure, Loading, snackbar, StaleSince, toast, useFormat, useNow } from '@outrider/sdk';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

const retry = () => toast('Tried again');

function Times() {
  const format = useFormat();
  const now = useNow(1000);
  const rows: [string, string][] = [
    ['Age', format.age(now - 184_000, now)],
    ['Date and time', format.dateTime(now)],
    ['In New York', format.dateTime(now, 'America/New_York')],
    ['Long date', format.date(now)],
    ['Time', format.timeWithSeconds(now)],
    ['Duration', format.duration(6120)],
    ['Clock', clock(320)],
    ['Speed', format.speed(96.5)],
    ['Distance', format.distance(184_203)],
    ['Volume', format.volume(400)],
  ];
  return (
    <dl className="specimen-rows">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function StatesSection() {
  const now = useNow();
  return (
    <div className="specimens">
      <Specimen title="Loading"><Loading rows={3} /></Specimen>
      <Specimen title="Empty"><Empty title="No vehicles yet" action={<Button variant="primary">Create vehicle</Button>}>Vehicles that you create are listed here.</Empty></Specimen>
      <Specimen title="Failed"><Failure error={new ApiError({ kind: 'internal', status: 500, title: 'The list could not be read.' })} onRetry={retry} /></Specimen>
      <Specimen title="Offline"><Failure error={new ApiError({ kind: 'offline', status: 0, title: '' })} onRetry={retry} /></Specimen>
      <Specimen title="Denied"><Denied /></Specimen>
      <Specimen title="Stale"><StaleSince at={now - 184_000} onRetry={retry} /></Specimen>
      <Specimen title="Messages">
        <div className="row" style={{ flexWrap: 'wrap' }}>
          <Button onClick={() => toast('Saved')}>Toast</Button>
          <Button onClick={() => snackbar('Vehicle deleted', { label: 'Undo', run: retry })}>Snackbar</Button>
          <Button onClick={() => void confirm({ title: 'Delete the vehicle?', text: 'Its history is kept.', confirm: 'Delete', tone: 'danger' })}>Question</Button>
        </div>
      </Specimen>
      <Specimen title="Times and units"><Times /></Specimen>
    </div>
  );
}

/** States of views, messages, times and units. */
export const statesSection: GallerySection = { id: 'states', title: 'States and messages', Component: StatesSection };
