import { ApiError, Button, Chip, Empty, Failure, Loading, toast, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { integrationsKey, listProviderVehicles, mapVehicle, type ProviderVehicle } from '../api/integrations';
import { VehicleRow } from './vehicle-row';

const VehicleSelectorDialog = lazy(() => import('@outrider/sdk/select').then((m) => ({ default: m.VehicleSelectorDialog })));

const kinds = ['all', 'mapped', 'suggested', 'unknown'] as const;
type Kind = (typeof kinds)[number];

function isOf(kind: Kind, { vehicle_id: id, suggestion }: ProviderVehicle): boolean {
  if (kind === 'all') return true;
  if (id) return kind === 'mapped';
  return kind === (suggestion ? 'suggested' : 'unknown');
}

/** Which of the provider's vehicles is which of ours. */
export function MappingCard({ provider }: { provider: string }) {
  const t = useText('integrations');
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>('all');
  const [choosing, setChoosing] = useState<ProviderVehicle>();
  const { data, error, refetch } = useQuery({ queryKey: [...integrationsKey, 'vehicles'], queryFn: ({ signal }) => listProviderVehicles(signal), refetchInterval: 30_000 });
  const put = async (pairs: [id: string, vehicleId: string][]) => {
    try {
      for (const [id, vehicleId] of pairs) await mapVehicle(id, vehicleId);
      toast(t('saved', { count: pairs.length }));
    } catch (problem) {
      toast(problem instanceof ApiError && problem.kind === 'conflict' ? t('taken') : t('notSaved'), 'error');
    }
    await queries.invalidateQueries({ queryKey: integrationsKey });
  };
  const sure = (data?.vehicles ?? []).flatMap(({ id, suggestion }): [string, string][] => (suggestion?.certainty === 'high' ? [[id, suggestion.vehicle_id]] : []));
  const shown = data?.vehicles.filter((vehicle) => isOf(kind, vehicle)) ?? [];
  return (
    <section className="card int-mapping" aria-label={t('vehiclesOf', { provider })}>
      <header>
        <h2>{t('vehiclesOf', { provider })}</h2>
        <span className="grow" />
        <div className="int-kinds" role="group" aria-label={t('show')}>
          {kinds.map((one) => (
            <Chip key={one} isOn={kind === one} aria-pressed={kind === one} onClick={() => setKind(one)}>
              {t(`kind.${one}`)} {data ? <b>{data.vehicles.filter((vehicle) => isOf(one, vehicle)).length}</b> : null}
            </Chip>
          ))}
        </div>
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={5} /> : null}
      {data?.partial ? <p className="stale" role="status">{t('noSuggestions')}</p> : null}
      {data && shown.length === 0 ? <Empty icon="vehicles" title={t(data.vehicles.length === 0 ? 'empty' : 'emptyKind')}>{data.vehicles.length === 0 ? t('emptyText') : null}</Empty> : null}
      {shown.length > 0 ? (
        <div className="int-scroll">
          <table className="int-table">
            <thead>
              <tr>
                <th scope="col">{t('column.theirs')}</th>
                <th scope="col">{t('column.ours')}</th>
                <th scope="col">{t('column.newest')}</th>
                <th scope="col"><span className="unseen">{t('column.action')}</span></th>
              </tr>
            </thead>
            <tbody>
              {shown.map((vehicle) => <VehicleRow key={vehicle.id} vehicle={vehicle} onMap={(ours) => void put([[vehicle.id, ours]])} onChoose={() => setChoosing(vehicle)} />)}
            </tbody>
          </table>
        </div>
      ) : null}
      {sure.length > 1 ? (
        <footer>
          <Button onClick={() => void put(sure)}>{t('acceptAll', { count: sure.length })}</Button>
        </footer>
      ) : null}
      {choosing ? (
        <Suspense fallback={null}>
          <VehicleSelectorDialog
            mode="vehicle"
            title={t('chooseFor', { name: choosing.registration || choosing.id })}
            value={[]}
            onCancel={() => setChoosing(undefined)}
            onOk={([ours]) => {
              setChoosing(undefined);
              if (ours) void put([[choosing.id, ours]]);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
