import type * as z from '@outrider/sdk/schema';
import { expectTypeOf, test } from 'vitest';

import type { userSchema } from './user';
import type { paths } from './host-api';

type Answer = paths['/api/user/{id}']['get']['responses'][200]['content']['application/json'];

/** The fields that a schema reads and that the API does not have. */
type Missing<Schema extends z.ZodObject, From> = Exclude<keyof Schema['shape'], keyof From>;

// Types alone: `npm run types` fails when the generated types and the schema part.
test('what is read is what the host answers', () => {
  expectTypeOf<Missing<typeof userSchema, Answer>>().toEqualTypeOf<never>();
});
