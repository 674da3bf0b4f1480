import type { z } from 'zod';

import { shellInfo } from '../session';
import type { alertTypeSchema, vehicleDataSchema } from '../session/contribution-schemas';

/** An alert type of a plugin that is switched on, as its manifest declares it. */
export type AlertType = z.infer<typeof alertTypeSchema> & { plugin: string };
/** A section of a vehicle's panel that the user may see, as a manifest declares it. */
export type VehicleData = z.infer<typeof vehicleDataSchema> & { plugin: string };

/** The alert types that plugins contribute; those of a plugin that is switched off are not among them. */
export function contributedAlertTypes(): AlertType[] {
  return (shellInfo()?.plugins ?? []).flatMap(({ id: plugin, alert_types }) => alert_types.map((one) => ({ plugin, ...one })));
}

/** The sections of a vehicle's panel that plugins contribute, in their order. */
export function contributedVehicleData(): VehicleData[] {
  return (shellInfo()?.plugins ?? []).flatMap(({ id: plugin, vehicle_data }) => vehicle_data.map((one) => ({ plugin, ...one }))).sort((a, b) => a.order - b.order);
}
