import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { Button, buttonClass, Chip, IconButton, iconButtonClass, RemoveButton, Segment } from '.';

it('a button submits no form unless its type says so', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Look</Button>
      <Button type="submit" variant="primary">Save</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Look' }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(submit).toHaveBeenCalledOnce();
});

it.each([
  [buttonClass(), 'btn'],
  [buttonClass({ variant: 'secondary', size: 'small' }), 'btn sm'],
  [buttonClass({ variant: 'quiet', size: 'small', className: 'only-wide' }), 'btn text sm only-wide'],
  [buttonClass({ variant: 'primary', tone: 'danger', size: 'large' }), 'btn primary lg danger'],
  [iconButtonClass(), 'ib'],
  [iconButtonClass({ variant: 'outlined', size: 'small', isOn: true }), 'ib sm line on'],
])('%s', (classes, want) => {
  expect(classes).toBe(want);
});

it('an icon button says what it does to ears and under the pointer', () => {
  render(
    <>
      <IconButton label="Close" />
      <IconButton label="Delete Depot" title="Delete" />
      <IconButton label="Help" title={null} />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Close' })).toHaveAttribute('title', 'Close');
  expect(screen.getByRole('button', { name: 'Delete Depot' })).toHaveAttribute('title', 'Delete');
  expect(screen.getByRole('button', { name: 'Help' })).not.toHaveAttribute('title');
});

it('a chip and a segment show that they are on', () => {
  render(
    <>
      <Chip isOn aria-pressed className="wide">Online</Chip>
      <Chip>Severity</Chip>
      <span className="seg">
        <Segment isOn={false}>All</Segment>
        <Segment isOn>Own</Segment>
      </span>
    </>,
  );
  expect(screen.getByRole('button', { name: 'Online', pressed: true })).toHaveClass('chip', 'on', 'wide');
  expect(screen.getByRole('button', { name: 'Severity' })).not.toHaveClass('on');
  expect(screen.getByRole('button', { name: 'All', pressed: false })).not.toHaveClass('on');
  expect(screen.getByRole('button', { name: 'Own', pressed: true })).toHaveClass('on');
});

it('the cross behind something chosen says what it takes away, and submits no form', async () => {
  const [remove, submit] = [vi.fn(), vi.fn((event: React.FormEvent) => event.preventDefault())];
  render(<form onSubmit={submit}><RemoveButton label="Remove Leeds" onClick={remove} /><RemoveButton label="Remove Crewe" disabled onClick={remove} /></form>);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Leeds' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Crewe' }));
  expect(remove).toHaveBeenCalledOnce();
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Remove Leeds' })).toHaveAttribute('title', 'Remove Leeds');
});
