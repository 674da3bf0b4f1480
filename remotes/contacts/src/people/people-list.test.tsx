import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';

import en from '../../locales/en.json';
import { keyOf, type Entry } from './entry';
import { PeopleList } from './people-list';
import { shortName } from './short-name';

const many: Entry[] = Array.from({ length: 20_000 }, (_, i) => ({ kind: 'contact', id: String(i), name: `Person ${i}`, email: `p${i}@x.example` }));

function List({ onTake }: { onTake: (entry: Entry) => void }) {
  const [marked, setMarked] = useState<Set<string>>(new Set());
  return (
    <>
      <output>{marked.size}</output>
      <PeopleList label="Available" entries={many} marked={marked} onMark={setMarked} onTake={onTake} empty="None" />
    </>
  );
}

beforeEach(() => addMessages('contacts', async () => en));

describe('a list of 20,000 people', () => {
  it('draws what is seen, marks ranges by Ctrl, and goes by keys', { timeout: 60_000 }, async () => {
    const taken: string[] = [];
    const { user, container } = renderInRemote(<List onTake={(entry) => taken.push(keyOf(entry))} />);
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('option', { name: /Person 2 / }));
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('option', { name: /Person 5 / }));
    await user.keyboard('{/Control}');
    expect(screen.getByRole('status')).toHaveTextContent('4');
    screen.getByRole('listbox').focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(taken).toEqual(['contact 6']);
  });
});

describe('a name', () => {
  it('of over 29 letters is cut to 27', () => {
    expect(shortName('A'.repeat(29))).toHaveLength(29);
    expect(shortName('A'.repeat(30))).toBe(`${'A'.repeat(27)}…`);
  });
});
