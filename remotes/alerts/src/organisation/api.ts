import * as z from '@outrider/sdk/schema';

import { api } from '../api/api';

const bandsSchema = z.object({ bands_kmh: z.array(z.number()).length(3), source: z.enum(['organisation', 'country']) });

/** From how many km/h above the limit speeding is moderate, excessive and severe, and who chose it. */
export type OrgBands = z.infer<typeof bandsSchema>;

const bandsPath = '/org/{orgId}/alerts/speeding/bands';

/** The bands by which speeding is raised. */
export function readBands(signal?: AbortSignal): Promise<OrgBands> {
  return api.get(bandsPath, bandsSchema, signal ? { signal } : {});
}

/** Chooses the organisation's own bands, in km/h; none are those of its country. */
export function chooseBands(bands: readonly number[]): Promise<OrgBands> {
  return api.put(bandsPath, { bands_kmh: bands }, bandsSchema);
}

const mailSchema = z.object({
  id: z.string(), alert_types: z.array(z.string()), vehicles: z.array(z.string()).catch([]), nodes: z.array(z.string()).catch([]), recipients: z.array(z.string()), enabled: z.boolean().catch(true),
});

/** Who is mailed about types of alerts of vehicles, or of groups with those below. */
export type MailConfig = z.infer<typeof mailSchema>;
/** A {@link MailConfig} as it is written; a new one has no id. */
export type MailDraft = Omit<MailConfig, 'id'> & { id?: string };

const mailsPath = '/org/{orgId}/alerts/notifications/configs';

/** The configurations of what the user sees. */
export async function readMails(signal?: AbortSignal): Promise<MailConfig[]> {
  return (await api.get(mailsPath, z.object({ notifications: z.array(mailSchema) }), signal ? { signal } : {})).notifications;
}

/** Makes a configuration, or changes the one of its id. */
export async function saveMail(notification: MailDraft): Promise<MailConfig> {
  return (await api.post(mailsPath, { notification }, z.object({ notification: mailSchema }))).notification;
}

/** Ends a configuration. */
export function deleteMail(id: string): Promise<void> {
  return api.del(`${mailsPath}/{id}`, { parts: { id } });
}
