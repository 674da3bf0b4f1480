import { Denied, Empty, Failure, Loading, useFormat, usePermission, usePush, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getLatestNotes } from './api/note';

import './logbook.css';

const shown = 5;

/** The latest notes, with all the states that a widget has. */
export function RecentNotes() {
  return usePermission('viewLogbook') ? <Latest /> : <Denied />;
}

function Latest() {
  const t = useText('logbook');
  const format = useFormat();
  const { data, error, refetch } = useQuery({ queryKey: ['logbook', 'latest'], queryFn: ({ signal }) => getLatestNotes(shown, signal) });
  usePush({ topic: 'notes', context: 'vehicle', onValues: () => void refetch(), onResync: () => void refetch() });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={shown} />;
  if (data.length === 0) return <Empty icon="flag" title={t('none')} />;
  return (
    <ul className="logbook-latest">
      {data.map((note) => (
        <li key={note.id}>
          <b className="t1">{note.vehicle_name}</b> <span className="t2">{format.dateTime(note.at)}</span>
          <p>{note.text}</p>
        </li>
      ))}
    </ul>
  );
}
