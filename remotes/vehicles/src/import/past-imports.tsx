import { Button, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getImports } from '../api/imports';
import { useUndo } from './use-undo';

/** The files that vehicles came by, each with the way back. */
export function PastImports({ onChanged }: { onChanged: () => void }) {
  const t = useText('vehicle-import');
  const format = useFormat();
  const { data = [], refetch } = useQuery({ queryKey: ['vehicle-imports'], queryFn: ({ signal }) => getImports(signal) });
  const undo = useUndo(() => {
    void refetch();
    onChanged();
  });
  if (data.length === 0) {
    return null;
  }
  return (
    <section className="veh-imports" aria-label={t('past')}>
      <h3>{t('past')}</h3>
      <ul>
        {data.map((made) => (
          <li key={made.id}>
            <span className="grow ell">{made.file || t('unnamed')}</span>
            <span className="t2 s12">{format.dateTime(made.made_at)} · {t('count', { count: made.vehicles })}</span>
            {made.undone_at ? (
              <span className="t2 s12">{t('isUndone')}</span>
            ) : (
              <Button size="small" disabled={!undo.isAllowed || undo.isPending} onClick={() => void undo.ask(made)}>
                {t('undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
