import type * as z from '@outrider/sdk/schema';
import { expectTypeOf, test } from 'vitest';
import type { deviceSchema } from './devices';
import type { driveSchema } from './drivers';
import type { faultSchema } from './faults';
import type { countsSchema } from './get-fleet-status';
import type { groupSchema } from './get-groups';
import type { presenceSchema, presencesSchema } from './get-presences';
import type { fittedSchema, pageSchema, vehicleSchema } from './get-vehicles';
import type { components, paths } from './vehicles-api';

/** What the plugin answers to a GET, by its OpenAPI document. */
type Answer<Path extends '/api/org/{orgId}/vehicles/presence' | '/api/org/{orgId}/vehicles/verbose'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

/** What a field is meant to hold: one that catches would take anything. */
type Meant<Field> = Field extends z.ZodCatch<infer Inner> ? z.input<Inner> : z.input<Field>;

/** The fields that a schema reads and that the API does not have, or has in another type. */
type Drift<Schema extends z.ZodObject, From> = {
  [Name in keyof Schema['shape']]: Name extends keyof From ? (From[Name] extends Meant<Schema['shape'][Name]> ? never : Name) : Name;
}[keyof Schema['shape']];

// Types alone: `npm run types` fails when the generated types and the schemas part.
test('what is read is what the plugin answers', () => {
  expectTypeOf<Drift<typeof presencesSchema, Answer<'/api/org/{orgId}/vehicles/presence'>>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof presenceSchema, components['schemas']['Record']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof pageSchema, Answer<'/api/org/{orgId}/vehicles/verbose'>>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof vehicleSchema, components['schemas']['VehicleOutput']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof deviceSchema, components['schemas']['DeviceOutput']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof driveSchema, components['schemas']['DriveOutput']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof faultSchema, components['schemas']['FaultOutput']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof countsSchema, components['schemas']['Counts']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof groupSchema, components['schemas']['GroupOutput']>>().toEqualTypeOf<never>();
  expectTypeOf<Drift<typeof fittedSchema, components['schemas']['FittedOutput']>>().toEqualTypeOf<never>();
});
