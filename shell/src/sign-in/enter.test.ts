import { expect, it } from 'vitest';

import { destination } from './enter';

const origin = 'https://portal.test';
const goal = (next: string) => destination(new URLSearchParams({ next }), origin);

it.each(['/', '/alerts', '/map?vehicle=v1&at=//x#top', '/vehicles/caf%C3%A9'])('leads back to %s', (next) => {
  expect(goal(next)).toBe(next);
});

it.each([
  '', 'alerts', 'https://evil.test', 'https:evil.test', 'javascript:alert(1)', '//evil.test', '///evil.test', '/\\evil.test', '\\\\evil.test', '/\\/evil.test',
  '/\t/evil.test', '\t//evil.test', '/\n/evil.test', '/\r/evil.test', '/\u0000/evil.test', '/\u000b/evil.test', '/\u007f/evil.test', '/\u0085/evil.test', '/ /evil.test',
  '/.//evil.test', '/..//evil.test', '/a/..//evil.test', '/%2e//evil.test', '/%2f/evil.test', '/%5cevil.test', '/./\\evil.test', '//user@evil.test/', '/%zz', '/a//evil.test',
  '/sign-in', '/sign-in?next=/x', '/./sign-in', '/x/../api/auth/handover',
])('leads to the first page instead of %j', (next) => {
  expect(goal(next)).toBe('/');
});

it('leads to the first page without a wish', () => {
  expect(destination(new URLSearchParams(), origin)).toBe('/');
});
