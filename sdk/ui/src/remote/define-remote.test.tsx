import { useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';

import { defineRemote } from './define-remote';

/** A part of a plugin that reads how many vehicles there are, and counts how often it asks. */
function partOf(name: string, asked: string[], answer: string) {
  return defineRemote({
    name,
    load: async () => () => <p>{useQuery({ queryKey: ['vehicles'], queryFn: () => (asked.push(name), answer) }).data}</p>,
  });
}

async function show(part: ReturnType<typeof partOf>): Promise<HTMLElement> {
  const domElement = document.body.appendChild(document.createElement('div'));
  await act(async () => {
    await part.bootstrap();
    await part.mount({ domElement });
  });
  return domElement;
}

test('the parts of a plugin share what was read, those of others ask for their own under the same key', async () => {
  const asked: string[] = [];
  await expect.poll(async () => (await show(partOf('fleet', asked, '60'))).textContent).toBe('60');
  await expect.poll(async () => (await show(partOf('fleet', asked, '60'))).textContent).toBe('60');
  await expect.poll(async () => (await show(partOf('tyres', asked, 'of another shape'))).textContent).toBe('of another shape');
  expect(asked).toEqual(['fleet', 'tyres']);
});
