import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

/** A group with the groups and vehicles below it. */
export interface Group {
  id: string;
  label: string;
  groups: Group[];
  /** Vehicles of this group and of all below. */
  vehicles: number;
}

interface Node {
  id: string;
  metadata?: { label?: string | undefined } | null | undefined;
  nodes?: unknown[] | null | undefined;
  vehicleArray?: unknown[] | null | undefined;
}

const nodeSchema = z.object({
  id: z.string(),
  metadata: z.object({ label: z.string().optional() }).nullish(),
  nodes: z.array(z.unknown()).nullish(),
  vehicleArray: z.array(z.unknown()).nullish(),
});

/** The tree of groups as the caller sees it. */
export async function getTree(signal?: AbortSignal): Promise<Group> {
  return toGroup(await get('/org/{orgId}/tree', nodeSchema, signal ? { signal } : {}));
}

function toGroup({ id, metadata, nodes, vehicleArray }: Node): Group {
  const groups = (nodes ?? []).map((node) => toGroup(nodeSchema.parse(node)));
  const vehicles = groups.reduce((sum, group) => sum + group.vehicles, (vehicleArray ?? []).length);
  return { id, label: metadata?.label ?? id, groups, vehicles };
}

/** Ids of a group and of all below it. */
export function idsWithin({ id, groups }: Group): string[] {
  return [id, ...groups.flatMap(idsWithin)];
}
