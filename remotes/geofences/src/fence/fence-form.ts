import { translate } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { areaSchema, type Fence, type FenceChange } from '../api/fences';
import { colours } from '../fence-colour';

const speed = z.number().min(1).max(300).nullable();
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** What the form holds, in the system's units. */
export const formSchema = z
  .object({
    name: z.string().max(100),
    description: z.string().max(1000),
    colour: z.string().regex(/^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/),
    shape: areaSchema.nullable(),
    enter: z.boolean(),
    leave: z.boolean(),
    speed_above_kmh: speed,
    speed_below_kmh: speed,
    park_inside_s: z.number().min(60).max(2_592_000).nullable(),
    days: z.array(z.number()),
    from: time,
    to: time,
    zone: z.string(),
    all_vehicles: z.boolean(),
    vehicle_ids: z.array(z.string()),
    group_ids: z.array(z.string()),
    emails: z.array(z.string()),
    shared_with: z.array(z.string()),
  })
  .check((context) => {
    // One after the other would stop at the first.
    for (const [field, message] of Object.entries(missing(context.value))) {
      if (message) context.issues.push({ code: 'custom', message, path: [field], input: context.value });
    }
  });

/** What a geofence cannot be without. */
function missing({ name, shape, ...form }: Pick<FenceForm, 'name' | 'shape' | 'enter' | 'leave' | 'speed_above_kmh' | 'speed_below_kmh' | 'park_inside_s'>): Record<string, string | undefined> {
  const isTriggered = form.enter || form.leave || form.speed_above_kmh !== null || form.speed_below_kmh !== null || form.park_inside_s !== null;
  return {
    name: name.trim() === '' ? translate('geofences:form.needsName') : undefined,
    shape: shape ? undefined : translate('geofences:form.needsShape'),
    enter: isTriggered ? undefined : translate('geofences:form.needsTrigger'),
  };
}

export type FenceForm = z.infer<typeof formSchema>;

/** The form of a geofence; of a new one without it. */
export function formOf(fence: Fence | undefined, emails: string[], zone: string): FenceForm {
  const { triggers, active_period: period } = fence ?? {};
  return {
    name: fence?.name ?? '', description: fence?.description ?? '', colour: fence?.colour ?? (colours[0] as string), shape: fence?.shape ?? null,
    enter: triggers?.enter ?? true, leave: triggers?.leave ?? true, speed_above_kmh: triggers?.speed_above_kmh ?? null, speed_below_kmh: triggers?.speed_below_kmh ?? null,
    park_inside_s: triggers?.park_inside_s ?? null, days: period?.days ?? [], from: period?.from ?? '00:00', to: period?.to ?? '24:00', zone: period?.zone ?? zone,
    all_vehicles: fence?.all_vehicles ?? true, vehicle_ids: fence?.vehicle_ids ?? [], group_ids: fence?.group_ids ?? [], emails, shared_with: fence?.shared_with ?? [],
  };
}

/** What the API is told of a form. */
export function changeOf(form: FenceForm): FenceChange {
  const { name, description, colour, shape, enter, leave, speed_above_kmh, speed_below_kmh, park_inside_s, days, from, to, zone, all_vehicles, vehicle_ids, group_ids } = form;
  const given = <K extends string>(key: K, value: number | null) => (value === null ? {} : ({ [key]: value } as Record<K, number>));
  return {
    name: name.trim(), description, colour, ...(shape ? { shape } : {}), all_vehicles, vehicle_ids, group_ids,
    triggers: { enter, leave, ...given('speed_above_kmh', speed_above_kmh), ...given('speed_below_kmh', speed_below_kmh), ...given('park_inside_s', park_inside_s) },
    active_period: { days, from, to, zone },
  };
}
