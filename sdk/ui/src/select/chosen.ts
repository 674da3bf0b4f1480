import { vehiclesOf, type TreeGroup, type TreeLine } from './fleet-tree';

/** What is chosen of a tree: vehicles by themselves, and groups with whatever is in them. */
export interface Chosen {
  vehicles: string[];
  groups: string[];
}

type Place = Pick<TreeLine, 'kind' | 'id' | 'vehicles'>;

/** The chosen groups of a tree. */
function chosenGroups(tree: TreeGroup, ids: ReadonlySet<string>): TreeGroup[] {
  return ids.has(tree.id) ? [tree] : tree.nodes.flatMap((node) => chosenGroups(node, ids));
}

/** All vehicles that are chosen, by themselves or with a group. */
export function allChosen(tree: TreeGroup, { vehicles, groups }: Chosen): ReadonlySet<string> {
  return new Set([...vehicles, ...chosenGroups(tree, new Set(groups)).flatMap(vehiclesOf)]);
}

/** What is chosen with a group: it stands for all that is in it now and later. */
export function withGroup(tree: TreeGroup, { vehicles, groups }: Chosen, line: Place): Chosen {
  const own = new Set(line.vehicles);
  const below = find(tree, line.id);
  return { vehicles: vehicles.filter((id) => !own.has(id)), groups: [...groups.filter((id) => !(below && holds(below, { kind: 'group', id }))), line.id] };
}

/** What is chosen without a group or vehicle: a chosen group that holds it is divided into what else it has. */
export function without(tree: TreeGroup, { vehicles, groups }: Chosen, line: Place): Chosen {
  const own = new Set(line.vehicles);
  const gone = line.kind === 'group' ? find(tree, line.id) : undefined;
  const left: Chosen = { vehicles: vehicles.filter((id) => !own.has(id)), groups: [] };
  for (const group of chosenGroups(tree, new Set(groups))) {
    if (gone && holds(gone, { kind: 'group', id: group.id })) continue;
    const rest = besides(group, line);
    left.vehicles.push(...rest.vehicles);
    left.groups.push(...rest.groups);
  }
  return left;
}

function find(tree: TreeGroup, id: string): TreeGroup | undefined {
  if (tree.id === id) return tree;
  for (const node of tree.nodes) {
    const found = find(node, id);
    if (found) return found;
  }
  return undefined;
}

const holds = (group: TreeGroup, place: Pick<Place, 'kind' | 'id'>): boolean =>
  place.kind === 'group' ? find(group, place.id) !== undefined : group.vehicleArray.some(({ id }) => id === place.id) || group.nodes.some((node) => holds(node, place));

/** What a group has besides a place within it. */
function besides(group: TreeGroup, place: Place): Chosen {
  if (place.kind === 'group' && group.id === place.id) return { vehicles: [], groups: [] };
  if (!holds(group, place)) return { vehicles: [], groups: [group.id] };
  const parts = group.nodes.map((node) => besides(node, place));
  return {
    vehicles: [...group.vehicleArray.map(({ id }) => id).filter((id) => place.kind !== 'vehicle' || id !== place.id), ...parts.flatMap((part) => part.vehicles)],
    groups: parts.flatMap((part) => part.groups),
  };
}
