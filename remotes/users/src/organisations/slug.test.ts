import { expect, it } from 'vitest';

import { slugOf } from './slug';

it.each([
  ['Demo Haulage', 'demo-haulage'],
  ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
  ['24 hours', 'hours'],
  ['   ', ''],
])('proposes an id for %s', (name, id) => expect(slugOf(name)).toBe(id));
