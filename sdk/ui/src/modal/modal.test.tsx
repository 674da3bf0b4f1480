import { renderInRemote } from '@outrider/sdk/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { Modal } from './modal';

test('is closed by Escape, also after what had the focus is gone from the screen', async () => {
  const onClose = vi.fn();
  const { user } = renderInRemote(<Modal title="Deliveries" onClose={onClose}>All were sent.</Modal>);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('leaves Escape to the dialog above it', () => {
  const below = vi.fn();
  const above = vi.fn();
  renderInRemote(
    <>
      <Modal title="Below" onClose={below}>Below</Modal>
      <Modal title="Above" onClose={above}>Above</Modal>
    </>,
  );
  expect(screen.getByText('Above', { selector: 'h2' })).toBeVisible();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(below).not.toHaveBeenCalled();
  expect(above).toHaveBeenCalledTimes(1);
});
