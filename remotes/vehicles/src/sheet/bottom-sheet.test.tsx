import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';

import en from '../../locales/en.json';
import { BottomSheet, nearest } from './bottom-sheet';

function Sheet() {
  const [stop, setStop] = useState(1);
  return (
    <BottomSheet stop={stop} onStop={setStop} label="Vehicles">
      list
    </BottomSheet>
  );
}

beforeEach(() => addMessages('vehicles', async () => en));

describe('the bottom sheet', () => {
  it('is moved by the arrow keys on its handle', async () => {
    const { user, container } = renderInRemote(<Sheet />);
    const handle = screen.getByRole('slider', { name: 'Height of the list' });
    handle.focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(handle).toHaveAttribute('aria-valuetext', 'Full');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(handle).toHaveAttribute('aria-valuetext', 'Low');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it.each([[0.05, 0], [0.3, 0], [0.4, 1], [0.95, 2]])('dropped at %d goes to stop %d', (share, want) => {
    expect(nearest(share)).toBe(want);
  });
});
