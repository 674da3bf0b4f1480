import { useText } from '@outrider/sdk';
import { MultiSelect, Switch, useWatch } from '@outrider/sdk/inputs';
import { useFleetTree, type TreeGroup } from '@outrider/sdk/select';

/** Which vehicles the geofence watches. */
export function VehicleFields() {
  const t = useText('geofences');
  const { data } = useFleetTree();
  const [all, vehicles, groups] = useWatch({ name: ['all_vehicles', 'vehicle_ids', 'group_ids'] }) as [boolean, string[], string[]];
  return (
    <fieldset className="gf-group">
      <legend>{t('field.vehicles')}</legend>
      <Switch name="all_vehicles" label={t('form.allVehicles')} />
      {all ? null : (
        <>
          <MultiSelect name="group_ids" label={t('form.groups')} hint={t('form.groupsHint')} options={data ? groupOptions(data) : []} />
          <MultiSelect name="vehicle_ids" label={t('form.vehicles')} options={data ? vehicleOptions(data) : []} />
          {vehicles.length + groups.length === 0 ? <p className="gf-warn" role="status">{t('list.noVehicles')}</p> : null}
        </>
      )}
    </fieldset>
  );
}

/** The groups of a tree by their paths. */
function groupOptions(group: TreeGroup, above: string[] = []): { value: string; label: string }[] {
  const path = [...above, group.metadata.label];
  return [{ value: group.id, label: path.slice(-3).join(' › ') }, ...group.nodes.flatMap((below) => groupOptions(below, path))];
}

/** The vehicles of a tree, in the order of the alphabet. */
function vehicleOptions(group: TreeGroup): { value: string; label: string }[] {
  const all = ({ vehicleArray, nodes }: TreeGroup): TreeGroup['vehicleArray'] => [...vehicleArray, ...nodes.flatMap(all)];
  return all(group).map(({ id: value, vehicle_name: label }) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
