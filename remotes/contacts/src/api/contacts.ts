import type { Recipient } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const contactSchema = z.object({
  id: z.string(), firstName: z.string(), lastName: z.string(), telephone: z.string(), mobile: z.string(), email: z.string(), tags: z.array(z.string()), type: z.enum(['Internal', 'External']),
  role: z.string().optional(),
});

/** Somebody who can be told of things: Internal ones are users, whom this screen cannot change. */
export type Contact = z.infer<typeof contactSchema>;
/** What people write about an external contact. */
export type Draft = Pick<Contact, 'firstName' | 'lastName' | 'telephone' | 'mobile' | 'email' | 'tags'>;

/** Every key begins with it, so that one call has all of them read again. */
export const contactsKey = ['contacts'] as const;

export interface ContactQuery {
  search: string;
  /** Without one of them both types. */
  type: Contact['type'] | undefined;
  tag: string | undefined;
}

/** How many contacts one page has. */
export const pageSize = 100;

/** A page of contacts, by their names. */
export async function getContacts({ search, type, tag }: ContactQuery, page: number, signal: AbortSignal, size = pageSize): Promise<{ contacts: Contact[]; total: number }> {
  const filter = [...(type ? [`type:eq:${type}`] : []), ...(tag ? [`tags:eq:${tag.replace(/[\\,:]/g, '\\$&')}`] : [])];
  const answer = await api.get('/org/{orgId}/users/contacts', z.object({ Contacts: z.array(contactSchema), total_records: z.number() }), {
    query: { q: search.trim() || undefined, filter, page_num: page, page_size: size }, signal,
  });
  return { contacts: answer.Contacts, total: answer.total_records };
}

/** Adds an external contact, or changes the one with the id. */
export function saveContact(id: string | undefined, draft: Draft): Promise<Contact> {
  return id === undefined ? api.post('/org/{orgId}/users/contacts', draft, contactSchema) : api.put('/org/{orgId}/users/contacts/{id}', draft, contactSchema, { parts: { id } });
}

/** Removes the external ones of some contacts. */
export function removeContacts(ids: readonly string[]): Promise<{ removed: number }> {
  return api.post('/org/{orgId}/contacts/remove', { ids }, z.object({ removed: z.number() }));
}

/** Adds tags to contacts. */
export function tagContacts(ids: readonly string[], add: readonly string[]): Promise<{ changed: number }> {
  return api.post('/org/{orgId}/contacts/tag', { ids, add }, z.object({ changed: z.number() }));
}

const tagsSchema = z.object({ tags: z.array(z.object({ name: z.string(), count: z.number() })), internal: z.number(), external: z.number() });

/** The tags, and how many contacts of each type there are. */
export function getTags(signal: AbortSignal): Promise<z.infer<typeof tagsSchema>> {
  return api.get('/org/{orgId}/contacts/tags', tagsSchema, { signal });
}

export function renameTag(tag: string, name: string): Promise<void> {
  return api.put('/org/{orgId}/contacts/tags/{tag}', { name }, undefined, { parts: { tag } });
}

export function removeTag(tag: string): Promise<void> {
  return api.del('/org/{orgId}/contacts/tags/{tag}', { parts: { tag } });
}

const usageSchema = z.object({ usage: z.array(z.object({ kind: z.string(), id: z.string(), plugin: z.string(), thing: z.string(), path: z.string(), via: z.string().optional() })) });
/** One thing that tells a contact. */
export type Usage = z.infer<typeof usageSchema>['usage'][number];

/** What tells some contacts, users or lists. */
export async function getUsage(ids: readonly string[], signal?: AbortSignal): Promise<Usage[]> {
  return (await api.post('/org/{orgId}/contacts/usage', { ids }, usageSchema, signal ? { signal } : {})).usage;
}

const resolvedSchema = z.object({
  recipients: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string(), gone: z.boolean().optional(), people: z.array(z.object({ name: z.string(), email: z.string() })) })),
});

/** Who is meant by recipients now. */
export async function resolve(recipients: readonly Recipient[], signal?: AbortSignal): Promise<z.infer<typeof resolvedSchema>['recipients']> {
  const asked = recipients.map(({ kind, id }) => ({ kind, id }));
  return (await api.post('/org/{orgId}/contacts/resolve', { recipients: asked }, resolvedSchema, signal ? { signal } : {})).recipients;
}
