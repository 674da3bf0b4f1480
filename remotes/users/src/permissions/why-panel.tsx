import { Failure, Icon, Loading, useText, type TextKey } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { getWhy, type Action } from '../api/permissions';
import { getTree } from '../api/tree';
import { useRoleName } from '../management/roles';
import { findVehicle, type Placed } from './find-vehicle';
import { ReachList } from './reach-list';

/** Why somebody may do something, and who else may do it with a vehicle. */
export function WhyPanel({ action, suggested }: { action: Action; suggested: string }) {
  const t = useText('users');
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [vehicleName, setVehicleName] = useState('');
  const tree = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal), staleTime: 60_000 });
  const person = (typed ?? suggested).trim();
  const vehicle = tree.data && vehicleName ? findVehicle(tree.data, vehicleName.trim().toLocaleLowerCase()) : undefined;
  return (
    <section className="card perm-why" aria-label={t('why.title')}>
      <h2>{t('why.title')}</h2>
      <p className="t2">{action.description || action.name}</p>
      <label htmlFor={`${id}p`} className="label">
        {t('why.person')}
      </label>
      <input id={`${id}p`} className="field" type="search" value={typed ?? suggested} onChange={(event) => setTyped(event.target.value)} />
      <label htmlFor={`${id}v`} className="label">
        {t('why.vehicle')}
      </label>
      <input id={`${id}v`} className="field" type="search" value={vehicleName} onChange={(event) => setVehicleName(event.target.value)} />
      {vehicleName && tree.data && !vehicle ? <p className="t2">{t('why.noVehicle')}</p> : null}
      {person.includes('@') ? <Chain key={person} person={person} permission={action.name} vehicle={vehicle} /> : null}
      {vehicle ? <ReachList key={vehicle.id} permission={action.name} thing={{ name: vehicle.name, node: vehicle.node, vehicleId: vehicle.id }} /> : null}
    </section>
  );
}

function Chain({ person, permission, vehicle }: { person: string; permission: string; vehicle: Placed | undefined }) {
  const t = useText('users');
  const roleName = useRoleName();
  const { data, error, refetch } = useQuery({
    queryKey: ['why', person, permission, vehicle?.id], staleTime: 0, retry: false,
    queryFn: ({ signal }) => getWhy(person, permission, vehicle, signal),
  });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={3} />;
  }
  return (
    <>
      <p className={data.allowed ? 'perm-verdict yes' : 'perm-verdict no'} role="status">
        <Icon name={data.allowed ? 'check' : 'close'} small />
        {t(data.allowed ? 'why.yes' : 'why.no')}
      </p>
      <ol className="perm-chain">
        {data.reasons.map(({ step, holds, name }) => (
          <li key={step} className={holds ? 'row' : 'row no'}>
            <Icon name={holds ? 'check' : 'close'} small />
            {t(`why.${step}.${holds ? 'yes' : 'no'}` as TextKey<'users'>, { name: step === 'role' || step === 'whole' ? roleName(name) : name })}
          </li>
        ))}
      </ol>
    </>
  );
}
