import { Button, useFormat, useText } from '@outrider/sdk';

import type { ProviderVehicle } from '../api/integrations';

interface VehicleRowProps {
  vehicle: ProviderVehicle;
  /** Of ours; empty: none. */
  onMap: (vehicleId: string) => void;
  onChoose: () => void;
}

/** A vehicle of the provider, and which of ours it is or seems to be. */
export function VehicleRow({ vehicle, onMap, onChoose }: VehicleRowProps) {
  const t = useText('integrations');
  const format = useFormat();
  const { id, registration, model, vehicle_id: ours, vehicle_name: name, mapped_at: mappedAt, suggestion, newest_at: newest } = vehicle;
  const called = registration || id;
  return (
    <tr>
      <td>
        <b>{called}</b>
        <small className="t2">{[id, model].filter(Boolean).join(' · ')}</small>
      </td>
      <td>
        {ours ? (
          <>
            {name || t('hidden')}
            <small className="t2">{mappedAt ? t('mappedOn', { date: format.date(mappedAt) }) : ''}</small>
          </>
        ) : suggestion ? (
          <>
            {suggestion.vehicle_name} <span className={suggestion.certainty === 'high' ? 'tag good' : 'tag warn'}>{t(`certainty.${suggestion.certainty}`)}</span>
            <small className="t2">{suggestion.by.map((one) => t(`by.${one}`)).join(', ')}</small>
          </>
        ) : (
          <>
            <span className="t2">{t('notMapped')}</span>
            <small className="t3">{t('notMappedText')}</small>
          </>
        )}
      </td>
      <td className="num">{newest ? format.dateTime(newest) : '–'}</td>
      <td className="right">
        {ours ? <Button variant="quiet" size="small" aria-label={t('removeOf', { name: called })} onClick={() => onMap('')}>{t('remove')}</Button> : null}
        {!ours && suggestion ? <Button size="small" aria-label={t('acceptOf', { name: called })} onClick={() => onMap(suggestion.vehicle_id)}>{t('accept')}</Button> : null}
        {!ours ? <Button variant="quiet" size="small" aria-label={t('chooseFor', { name: called })} onClick={onChoose}>{t('choose')}</Button> : null}
      </td>
    </tr>
  );
}
