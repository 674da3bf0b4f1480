import { Button, Failure, Icon, Loading, usePermission, useSession, useText, type TextKey } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { getWhy, type Action } from '../api/permissions';
import { getTree } from '../api/tree';
import { nameOf, type User } from '../api/user';
import { rolesWithin, useRoleName } from '../people/roles';
import { seePortalAs } from '../people/see-portal-as';
import { findVehicle, type Placed } from './find-vehicle';
import { ReachList } from './reach-list';
import { usePerson } from './use-person';

/** Why somebody may do something, and who else may do it with a vehicle. */
export function WhyPanel({ action, suggested }: { action: Action; suggested: string }) {
  const t = useText('users');
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [vehicleName, setVehicleName] = useState('');
  const tree = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal), staleTime: 60_000 });
  const { person, email, suggested: people } = usePerson(typed ?? suggested);
  const vehicle = tree.data && vehicleName ? findVehicle(tree.data, vehicleName.trim().toLocaleLowerCase()) : undefined;
  return (
    <section className="card perm-why" aria-label={t('why.title')}>
      <h2>{t('why.title')}</h2>
      <p className="t2">{action.description || action.name}</p>
      <label htmlFor={`${id}p`} className="label">
        {t('why.person')}
      </label>
      <input id={`${id}p`} className="field" type="search" list={`${id}l`} value={typed ?? suggested} onChange={(event) => setTyped(event.target.value)} />
      <datalist id={`${id}l`}>
        {people.map((user) => (
          <option key={user.id} value={user.email}>
            {nameOf(user)}
          </option>
        ))}
      </datalist>
      <label htmlFor={`${id}v`} className="label">
        {t('why.vehicle')}
      </label>
      <input id={`${id}v`} className="field" type="search" value={vehicleName} onChange={(event) => setVehicleName(event.target.value)} />
      {vehicleName && tree.data && !vehicle ? <p className="t2">{t('why.noVehicle')}</p> : null}
      {email ? <Chain key={email} email={email} name={person ? nameOf(person) : email} permission={action.name} vehicle={vehicle} /> : null}
      {vehicle ? <ReachList key={vehicle.id} permission={action.name} thing={{ name: vehicle.name, node: vehicle.node, vehicleId: vehicle.id }} /> : null}
      {person ? <SeeAs person={person} /> : null}
    </section>
  );
}

function Chain({ email, name, permission, vehicle }: { email: string; name: string; permission: string; vehicle: Placed | undefined }) {
  const t = useText('users');
  const roleName = useRoleName();
  const { data, error, refetch } = useQuery({
    queryKey: ['why', email, permission, vehicle?.id], staleTime: 0, retry: false,
    queryFn: ({ signal }) => getWhy(email, permission, vehicle, signal),
  });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={3} />;
  }
  const verdict = data.allowed ? 'yes' : 'no';
  return (
    <>
      <p className={`perm-verdict ${verdict}`} role="status">
        <Icon name={data.allowed ? 'check' : 'close'} small />
        {vehicle ? t(`why.${verdict}With`, { name, vehicle: vehicle.name }) : t(`why.${verdict}`, { name })}
      </p>
      <ol className="perm-chain">
        {data.reasons.map(({ step, holds, name: about }) => (
          <li key={step} className={holds ? 'row' : 'row no'}>
            <Icon name={holds ? 'check' : 'close'} small />
            {t(`why.${step}.${holds ? 'yes' : 'no'}` as TextKey<'users'>, { name: step === 'role' || step === 'whole' ? roleName(about) : step === 'enabled' ? name : about })}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Opens the portal as the user sees it, for those who may. */
function SeeAs({ person }: { person: User }) {
  const t = useText('users');
  const { user: own } = useSession();
  const maySee = usePermission('seePortalAs');
  if (!maySee || person.disabled || person.id === own.id || !rolesWithin(own.Role.name).includes(person.Role.name)) {
    return null;
  }
  return (
    <Button className="perm-see" onClick={() => void seePortalAs(person)}>
      <Icon name="eye" small />
      {t('people.seeAs')}
    </Button>
  );
}
