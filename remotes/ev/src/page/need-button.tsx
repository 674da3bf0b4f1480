import { Button, useFormat, usePermission, useText } from '@outrider/sdk';
import { NumberDialog } from '@outrider/sdk/usage';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { setNeed, type EvRow } from '../api/ev';

/** How far a vehicle has to go in a day; who may change that does so here. */
export function NeedButton({ row }: { row: EvRow }) {
  const t = useText('ev');
  const format = useFormat();
  const queries = useQueryClient();
  const mayEdit = usePermission('editEvSettings');
  const [isOpen, setOpen] = useState(false);
  const said = row.need_m ? format.distance(row.need_m, 0) : '';
  const how = t(row.need_entered ? 'needEntered' : 'needLearned');
  if (!mayEdit) return said ? <span title={how}>{said}</span> : '–';
  return (
    <>
      <Button variant="quiet" size="small" title={said ? how : undefined} aria-label={[t('setNeedOf', { name: row.vehicle_name }), said].filter(Boolean).join(': ')} onClick={() => setOpen(true)}>
        {said || t('setNeed')}
      </Button>
      {isOpen ? (
        <NumberDialog
          title={t('setNeedOf', { name: row.vehicle_name })}
          label={t('need')}
          hint={t('needHint')}
          quantity="distance"
          value={row.need_entered ? (row.need_m ?? null) : null}
          least={0}
          most={2_000_000}
          isOptional
          onClose={() => setOpen(false)}
          onSave={async (metres) => {
            await setNeed(row.vehicle_id, metres);
            await queries.invalidateQueries({ queryKey: ['ev', 'usage'] });
          }}
        />
      ) : null}
    </>
  );
}
