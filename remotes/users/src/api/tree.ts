import { get, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** A group with the groups and vehicles below it. */
export interface Group {
  id: string;
  label: string;
  groups: Group[];
  /** Vehicles of this group and of all below. */
  vehicles: number;
  /** Vehicles of this group alone. */
  own: { id: string; name: string }[];
}

interface Node {
  id: string;
  metadata?: { label?: string | undefined } | null | undefined;
  nodes?: unknown[] | null | undefined;
  vehicleArray?: { id: string; vehicle_name: string }[] | null | undefined;
}

const nodeSchema = z.object({
  id: z.string(),
  metadata: z.object({ label: z.string().optional() }).nullish(),
  nodes: z.array(z.unknown()).nullish(),
  vehicleArray: z.array(z.object({ id: z.string(), vehicle_name: z.string().catch('') })).nullish(),
});

/** The tree of groups as the caller sees it. */
export async function getTree(signal?: AbortSignal): Promise<Group> {
  return toGroup(await get('/org/{orgId}/tree', nodeSchema, signal ? { signal } : {}));
}

function toGroup({ id, metadata, nodes, vehicleArray }: Node): Group {
  const groups = (nodes ?? []).map((node) => toGroup(nodeSchema.parse(node)));
  const own = (vehicleArray ?? []).map((vehicle) => ({ id: vehicle.id, name: vehicle.vehicle_name || vehicle.id }));
  const vehicles = groups.reduce((sum, group) => sum + group.vehicles, own.length);
  return { id, label: metadata?.label ?? id, groups, vehicles, own };
}

/** Ids of a group and of all below it. */
export function idsWithin({ id, groups }: Group): string[] {
  return [id, ...groups.flatMap(idsWithin)];
}

const path = '/org/{orgId}/tree/nodes/{nodeId}';

/** Adds a group. */
export function addGroup(parentId: string, label: string): Promise<void> {
  return api.post('/org/{orgId}/tree/nodes', { parent_id: parentId, metadata: { label } }, undefined);
}

/** Gives a group another name. */
export function renameGroup(id: string, label: string): Promise<void> {
  return api.post(path, { metadata: { label } }, undefined, { parts: { nodeId: id } });
}

/** Hangs a group with all that is below it under another one. */
export function moveGroup(id: string, parentId: string): Promise<void> {
  return api.post(path, { parent_id: parentId }, undefined, { parts: { nodeId: id } });
}

/** Deletes an empty group. */
export function deleteGroup(id: string): Promise<void> {
  return api.del(path, { parts: { nodeId: id } });
}

/** Puts vehicles into a group. */
export function moveVehicles(groupId: string, ids: readonly string[]): Promise<void> {
  return post(`/org/{orgId}/tree/nodes/${encodeURIComponent(groupId)}/vehicles`, { vehicle_ids: ids });
}

const vehiclesSchema = z.object({ Groups: z.array(z.object({ id: z.string(), vehicles: z.number() })) });

/** How many vehicles each of some groups has, with those of the groups below it, by the group's id. */
export async function countVehicles(nodes: string[], signal?: AbortSignal): Promise<Map<string, number>> {
  const { Groups } = await api.get('/org/{orgId}/tree/vehicles', vehiclesSchema, { query: { node: nodes }, ...(signal ? { signal } : {}) });
  return new Map(Groups.map(({ id, vehicles }) => [id, vehicles]));
}

const peopleSchema = z.object({ Groups: z.array(z.object({ id: z.string(), users: z.number(), scoped: z.number() })) });

/** How many people a group has itself. */
export interface People {
  users: number;
  /** Of those the ones who see what their group has: not the whole organisation, and not only a vehicle of their own. */
  scoped: number;
}

/** The people of each group that has any, by the group's id. */
export async function getPeople(signal?: AbortSignal): Promise<Map<string, People>> {
  const { Groups } = await api.get('/org/{orgId}/tree/users', peopleSchema, signal ? { signal } : {});
  return new Map(Groups.map(({ id, ...people }) => [id, people]));
}

/** How many users each group has, with those of the groups below it: as vehicles are counted, and as the list of a group's users shows them. */
export function usersWithin(root: Group, people: ReadonlyMap<string, People>): Map<string, number> {
  const all = new Map<string, number>();
  const count = (group: Group): number => {
    const users = group.groups.reduce((sum, one) => sum + count(one), people.get(group.id)?.users ?? 0);
    all.set(group.id, users);
    return users;
  };
  count(root);
  return all;
}
