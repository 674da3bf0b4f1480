import { post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

/** The name of the table of organisations, among views and queries. */
export const organisationsTable = 'organisations';

/** The states of an organisation. */
export const organisationStates = ['active', 'disabled', 'deleted'] as const;

/** What an organisation may have beside its modules. */
export const organisationServices = ['safetyCentre', 'driverHours', 'go'] as const;

/** An organisation as support sees it. */
export const organisationSchema = z.object({
  id: z.string(),
  name: z.string(),
  countryCode: z.string(),
  zone: z.string(),
  serviceList: z.array(z.string()),
  state: z.enum(organisationStates),
  users: z.number(),
  created_date: z.string(),
  deleted_date: z.string().nullable(),
  removed_after: z.string().nullable(),
  version: z.number(),
});

/** See the schema. */
export type Organisation = z.infer<typeof organisationSchema>;

const pageSchema = z.object({ Orgs: z.array(organisationSchema), page_count: z.number(), total_records: z.number() });

/** One page of organisations. */
export async function listOrganisations(query: ListQuery, signal?: AbortSignal): Promise<TablePage<Organisation>> {
  const answer = await api.get('/org', pageSchema, { query: listParameters(query), ...(signal ? { signal } : {}) });
  return { rows: answer.Orgs, total: answer.total_records, pageCount: answer.page_count };
}

/** An organisation to make, and whom to invite as its first administrator. */
export interface NewOrganisation {
  id: string;
  name: string;
  countryCode: string;
  zone: string;
  administrator: { email: string; role: string; first_name: string; last_name: string };
}

/** Makes an organisation. */
export function createOrganisation(made: NewOrganisation): Promise<Organisation> {
  return api.post('/org', made, organisationSchema);
}

/** What changes of an organisation; `version` is what was read. */
export interface OrganisationChange {
  name: string;
  countryCode: string;
  zone: string;
  serviceList: string[];
  version: number;
}

const path = '/org/{orgId}';

/** Changes an organisation. */
export function updateOrganisation(id: string, change: OrganisationChange): Promise<Organisation> {
  return api.put(path, change, organisationSchema, { parts: { orgId: id } });
}

const ownSchema = organisationSchema.pick({ id: true, name: true, countryCode: true, zone: true, version: true });

/** One's own organisation as its administrators change it. */
export type OwnOrganisation = z.infer<typeof ownSchema>;

/** The organisation that the user acts in. */
export function getOwnOrganisation(id: string, signal?: AbortSignal): Promise<OwnOrganisation> {
  return api.get(path, ownSchema, { parts: { orgId: id }, ...(signal ? { signal } : {}) });
}

/** Changes it; services are support's to change. */
export async function updateOwnOrganisation({ id, version }: OwnOrganisation, change: Pick<OwnOrganisation, 'name' | 'countryCode' | 'zone'>): Promise<void> {
  await api.put(path, { ...change, version }, organisationSchema, { parts: { orgId: id } });
}

/** Disables, enables or restores an organisation. */
export function setOrganisation(id: string, to: 'disable' | 'enable' | 'restore'): Promise<Organisation> {
  return api.post(`/org/{orgId}/${to}`, undefined, organisationSchema, { parts: { orgId: id } });
}

/** Deletes an organisation, which can be restored for a while. */
export function deleteOrganisation(id: string): Promise<Organisation> {
  return api.del(path, { parts: { orgId: id }, answer: organisationSchema });
}

const linkSchema = z.object({ location: z.string() });

/** A link to all data of an organisation as a zip, files included; for one's own browser, within two minutes. */
export async function organisationDataLink(id: string): Promise<string> {
  return (await post(`/org/${encodeURIComponent(id)}/data/link`, undefined, linkSchema)).location;
}
