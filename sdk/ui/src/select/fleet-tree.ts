import { z } from 'zod';

/** A vehicle of the tree. */
export interface TreeVehicle {
  id: string;
  vehicle_name: string;
  vehicle_type?: string | null | undefined;
}

/** A group of the tree as GET /org/{orgId}/vehicles/tree gives it: the root is the organisation. */
export interface TreeGroup {
  id: string;
  metadata: { label: string };
  nodes: TreeGroup[];
  vehicleArray: TreeVehicle[];
}

const vehicleSchema = z.object({ id: z.string(), vehicle_name: z.string(), vehicle_type: z.string().nullish() });

/** Reads the answer of GET /org/{orgId}/vehicles/tree. */
export const treeSchema: z.ZodType<TreeGroup> = z.lazy(() =>
  z.object({
    id: z.string(),
    metadata: z.object({ label: z.string().catch('') }).catch({ label: '' }),
    nodes: z.array(treeSchema).nullish().transform((v) => v ?? []),
    vehicleArray: z.array(vehicleSchema).nullish().transform((v) => v ?? []),
  }),
) as z.ZodType<TreeGroup>;

/** What a search looks at. */
export type SearchBy = 'vehicle' | 'group';

/** One line of the tree as it is shown. */
export interface TreeLine {
  key: string;
  kind: SearchBy;
  id: string;
  label: string;
  /** From 1, as ARIA counts. */
  level: number;
  /** The place among its siblings from 1, and how many they are. */
  place: number;
  siblings: number;
  /** The line above that holds it; -1 for the root. */
  parent: number;
  isOpen: boolean;
  /** The vehicles that it stands for: one, or all that the search leaves in the group and below. */
  vehicles: string[];
  type?: string | undefined;
}

/** The key of a group among the open ones. */
export function groupKey(id: string): string {
  return `g:${id}`;
}

/** The keys of all groups of a tree. */
export function allGroups(tree: TreeGroup): string[] {
  return [groupKey(tree.id), ...tree.nodes.flatMap(allGroups)];
}

/** The ids of all vehicles of a group and below. */
export function vehiclesOf(group: TreeGroup): string[] {
  return [...group.vehicleArray.map(({ id }) => id), ...group.nodes.flatMap(vehiclesOf)];
}

/** What a search leaves of a tree: groups that hold a match, vehicles that match; undefined for nothing. */
export function searched(tree: TreeGroup, text: string, by: SearchBy): TreeGroup | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  return wanted === '' ? tree : left(tree, wanted, by);
}

function left(group: TreeGroup, wanted: string, by: SearchBy): TreeGroup | undefined {
  if (by === 'group' && group.metadata.label.toLocaleLowerCase().includes(wanted)) {
    return group;
  }
  const nodes = group.nodes.map((node) => left(node, wanted, by)).filter((node) => node !== undefined);
  const vehicleArray = by === 'vehicle' ? group.vehicleArray.filter((one) => one.vehicle_name.toLocaleLowerCase().includes(wanted)) : [];
  return nodes.length > 0 || vehicleArray.length > 0 ? { ...group, nodes, vehicleArray } : undefined;
}

/** The groups on the way to what a search for groups found: they are open while it lasts. */
export function openedBySearch(tree: TreeGroup, text: string, by: SearchBy): string[] {
  if (by === 'vehicle') {
    return allGroups(tree);
  }
  const wanted = text.trim().toLocaleLowerCase();
  const walk = (group: TreeGroup): string[] => (group.metadata.label.toLocaleLowerCase().includes(wanted) ? [] : [groupKey(group.id), ...group.nodes.flatMap(walk)]);
  return walk(tree);
}

/** The lines of a tree with some groups open: groups first, then the group's own vehicles. */
export function linesOf(tree: TreeGroup, isOpen: (key: string) => boolean, withVehicles: boolean): TreeLine[] {
  const lines: TreeLine[] = [];
  const add = (group: TreeGroup, level: number, place: number, siblings: number, parent: number) => {
    const key = groupKey(group.id);
    const at = lines.length;
    const open = isOpen(key);
    lines.push({ key, kind: 'group', id: group.id, label: group.metadata.label, level, place, siblings, parent, isOpen: open, vehicles: vehiclesOf(group) });
    if (!open) {
      return;
    }
    const inside = group.nodes.length + (withVehicles ? group.vehicleArray.length : 0);
    group.nodes.forEach((node, index) => add(node, level + 1, index + 1, inside, at));
    if (withVehicles) {
      group.vehicleArray.forEach((vehicle, index) =>
        lines.push({
          key: `v:${vehicle.id}`, kind: 'vehicle', id: vehicle.id, label: vehicle.vehicle_name, level: level + 1, place: group.nodes.length + index + 1, siblings: inside, parent: at,
          isOpen: false, vehicles: [vehicle.id], type: vehicle.vehicle_type ?? undefined,
        }),
      );
    }
  };
  add(tree, 1, 1, 1, -1);
  return lines;
}
