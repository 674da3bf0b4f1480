import type { Group } from '../api/tree';

/** A vehicle with its group. */
export interface Placed {
  id: string;
  name: string;
  node: string;
}

/** A vehicle of the tree by its id or its name in small letters. */
export function findVehicle(group: Group, wanted: string): Placed | undefined {
  const own = group.own.find(({ id, name }) => id === wanted || name.toLocaleLowerCase() === wanted);
  if (own) {
    return { ...own, node: group.id };
  }
  for (const below of group.groups) {
    const found = findVehicle(below, wanted);
    if (found) {
      return found;
    }
  }
  return undefined;
}
