import type { Group, People } from '../api/tree';

/** A group with the groups above it, the topmost first. */
export function wayTo(root: Group, id: string): Group[] {
  if (root.id === id) {
    return [root];
  }
  for (const group of root.groups) {
    const way = wayTo(group, id);
    if (way.length > 0) {
      return [root, ...way];
    }
  }
  return [];
}

/** What a move changes in what people see. */
export interface Effect {
  vehicles: number;
  /** People who see the vehicles from then on, and did not before. */
  more: number;
  /** People who see them no more. */
  less: number;
}

/** What becomes visible to whom when vehicles, or a group with all its vehicles, go from below one group to below another. */
export function effectOf(root: Group, people: ReadonlyMap<string, People>, vehicles: number, fromId: string, toId: string): Effect {
  const before = wayTo(root, fromId).map(({ id }) => id);
  const after = wayTo(root, toId).map(({ id }) => id);
  const count = (ids: string[]) => (vehicles === 0 ? 0 : ids.reduce((sum, id) => sum + (people.get(id)?.scoped ?? 0), 0));
  return { vehicles, more: count(after.filter((id) => !before.includes(id))), less: count(before.filter((id) => !after.includes(id))) };
}

/** The parent of each group below `root`, by id. */
export function parentsOf(root: Group, parents: Map<string, Group> = new Map()): Map<string, Group> {
  for (const group of root.groups) {
    parents.set(group.id, root);
    parentsOf(group, parents);
  }
  return parents;
}
