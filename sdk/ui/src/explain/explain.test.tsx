import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { accessibilityProblems, renderInRemote } from '../testing';
import { Explain } from './explain';

it('names what it explains, and says the rule in a popover of the button', async () => {
  const { container } = renderInRemote(
    <p>
      Idling <Explain about="Idling">The ignition is on, and the vehicle is slower than 5 km/h.</Explain>
    </p>,
  );
  const button = screen.getByRole('button', { name: 'What is this: Idling' });
  const text = document.getElementById(button.getAttribute('popovertarget') ?? '');
  expect(text).toHaveAttribute('popover', 'auto');
  expect(text).toHaveTextContent('Idling The ignition is on, and the vehicle is slower than 5 km/h.'.replace('Idling ', 'Idling'));
  expect(await accessibilityProblems(container)).toEqual([]);
});
