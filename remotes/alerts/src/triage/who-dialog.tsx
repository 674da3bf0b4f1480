import { useText } from '@outrider/sdk';
import { Form, MultiSelect } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useFleetTree } from '@outrider/sdk/select';
import { useQuery } from '@tanstack/react-query';

import type { Kind } from '../api/alert';
import { readDrivers } from '../api/alerts';
import { GroupsField, vehicleOptions } from '../rules/groups-field';
import { mostVehicles, type View } from './view';

interface WhoDialogProps {
  kind: Kind;
  view: View;
  go: (change: Partial<View>) => void;
  onClose: () => void;
}

const ids = z.array(z.string()).max(mostVehicles);
const schema = z.object({ groups: ids, drivers: ids, vehicles: ids });
type Who = z.infer<typeof schema>;

/** Groups, drivers and vehicles whose alerts are shown. Speeding has its vehicles among its own filters. */
export function WhoDialog({ kind, view, go, onClose }: WhoDialogProps) {
  const t = useText('alerts');
  const drivers = useQuery({ queryKey: ['alert-drivers'], queryFn: ({ signal }) => readDrivers(signal) });
  const tree = useFleetTree();
  const show = (who: Who) => {
    go(who);
    onClose();
  };
  return (
    <Modal title={t('filter.who')} width="xs" onClose={onClose}>
      <Form<Who, Who> label={t('filter.who')} schema={schema} values={{ groups: [...view.groups], drivers: [...view.drivers], vehicles: [...view.vehicles] }} submitLabel={t('filter.show')} onSubmit={show} onCancel={onClose}>
        <GroupsField name="groups" label={t('filter.groups')} placeholder={t('filter.allGroups')} />
        <MultiSelect name="drivers" label={t('filter.drivers')} placeholder={t('filter.allDrivers')} options={(drivers.data ?? []).map(({ id: value, name: label }) => ({ value, label }))} />
        {kind === 'speeding' ? null : <MultiSelect name="vehicles" label={t('filter.vehicles')} placeholder={t('filter.allVehicles')} options={tree.data ? vehicleOptions(tree.data) : []} />}
      </Form>
    </Modal>
  );
}
