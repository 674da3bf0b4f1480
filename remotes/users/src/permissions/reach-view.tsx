import { Empty, Failure, Loading, useText, type ReachProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { getActions } from '../api/permissions';
import { getTree } from '../api/tree';
import { findVehicle } from './find-vehicle';
import { ReachList } from './reach-list';

/** Who can see a thing, and who can do what else with it. */
export function ReachView({ name, permission, node, vehicleId, users }: ReachProps) {
  const t = useText('users');
  const id = useId();
  const [asked, setAsked] = useState(permission);
  const tree = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal), staleTime: 60_000, enabled: node === undefined });
  const actions = useQuery({ queryKey: ['permission-actions'], queryFn: ({ signal }) => getActions(signal) });
  const offered = actions.data?.find((area) => area.actions.some((action) => action.name === permission))?.actions ?? [];
  const place = node ?? (tree.data && vehicleId ? findVehicle(tree.data, vehicleId)?.node : undefined);
  if (tree.error) {
    return <Failure error={tree.error} onRetry={() => void tree.refetch()} />;
  }
  if (node === undefined && !tree.data) {
    return <Loading rows={6} />;
  }
  return (
    <div className="perm-reach-view">
      <label htmlFor={id} className="label">
        {t('why.action')}
      </label>
      <select id={id} className="field" value={asked} onChange={(event) => setAsked(event.target.value)}>
        {offered.map((action) => (
          <option key={action.name} value={action.name}>
            {action.description || action.name}
          </option>
        ))}
      </select>
      {place === undefined ? <Empty icon="users" title={t('why.noVehicle')} /> : <ReachList key={asked} permission={asked} thing={{ name, node: place, vehicleId, users }} />}
    </div>
  );
}
