import { MultiSelect } from '@outrider/sdk/inputs';
import { useFleetTree, type TreeGroup } from '@outrider/sdk/select';

/** Groups of the tree that the user sees. */
export function GroupsField({ name, label, placeholder }: { name: string; label: string; placeholder: string }) {
  const { data } = useFleetTree();
  return <MultiSelect name={name} label={label} placeholder={placeholder} options={data ? groupOptions(data) : []} />;
}

/** The groups of a tree by their paths. */
export function groupOptions(group: TreeGroup, above: string[] = []): { value: string; label: string }[] {
  const path = [...above, group.metadata.label];
  return [{ value: group.id, label: path.join(' › ') }, ...group.nodes.flatMap((below) => groupOptions(below, path.length > 2 ? path.slice(-2) : path))];
}

/** The vehicles of a tree by their names, in the order of the alphabet. */
export function vehicleOptions(group: TreeGroup): { value: string; label: string }[] {
  const all = ({ vehicleArray, nodes }: TreeGroup): TreeGroup['vehicleArray'] => [...vehicleArray, ...nodes.flatMap(all)];
  return all(group).map(({ id: value, vehicle_name: label }) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
