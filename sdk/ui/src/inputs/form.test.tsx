import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { ApiError } from '../api';
import { accessibilityProblems, renderInRemote } from '../testing';
import { Form, NumberField, Password, ruled, Select, Switch, TextField, together } from '.';
import { confirmed, minLength, required, verifyPassword } from './rules';

const schema = z.object({ name: z.string().min(1), email: z.email(), limit: z.number().min(20).max(160).nullable(), type: z.string().min(1), on: z.boolean() });
const filled = { name: 'HGV-017', email: 'depot@demo.test', limit: 96.56064, type: 'van', on: false };

function show(onSubmit: (values: unknown) => unknown = () => undefined, values: Partial<typeof filled> = filled, units?: string) {
  return renderInRemote(
    <Form label="Vehicle" schema={schema} values={values} onSubmit={onSubmit} onCancel={() => undefined}>
      <TextField name="name" label="Name" required />
      <TextField name="email" label="E-mail" />
      <NumberField name="limit" label="Limit" quantity="speed" />
      <Select name="type" label="Type" options={[{ value: 'van', label: 'Van' }, { value: 'bus', label: 'Bus' }]} />
      <Switch name="on" label="Tracking" />
    </Form>,
    units ? { units } : {},
  );
}

describe('a form', () => {
  it('is accessible', async () => {
    const { container } = show();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says what is wrong while the user types, in the product’s words', async () => {
    const { user } = show();
    await user.clear(screen.getByLabelText(/Name/));
    expect(await screen.findByText('This field is required.')).toBeVisible();
    await user.type(screen.getByLabelText('E-mail'), '@');
    expect(await screen.findByText('This field must be a valid email.')).toBeVisible();
    await user.type(screen.getByLabelText('Limit'), 'x');
    expect(await screen.findByText('This field must be a valid number.')).toBeVisible();
    expect(screen.getByLabelText('Limit')).toHaveAccessibleDescription('This field must be a valid number.');
  });

  it('shows speeds and bounds in the user’s unit and saves km/h', async () => {
    const save = vi.fn();
    const { user } = show(save);
    const limit = screen.getByLabelText('Limit');
    expect(limit).toHaveValue('60');
    await user.clear(limit);
    await user.type(limit, '110');
    expect(await screen.findByText('This field must be lower than 99.4.')).toBeVisible();
    await user.clear(limit);
    await user.type(limit, '50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ ...filled, limit: expect.closeTo(80.4672, 4) as number });
  });

  it('keeps every digit of a number that was not touched', async () => {
    const save = vi.fn();
    const { user } = show(save, { ...filled, limit: 77.123456 });
    await user.click(screen.getByRole('switch', { name: 'Tracking' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith({ ...filled, limit: 77.123456, on: true }));
  });

  it('is saved by Ctrl+Enter, once, and shows that it is under way', async () => {
    let finish: () => void = () => undefined;
    const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = show(save);
    await user.type(screen.getByLabelText(/Name/), '8{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getByRole('form', { name: 'Vehicle' })).toHaveAttribute('aria-busy', 'true'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    finish();
    await waitFor(() => expect(screen.getByRole('form', { name: 'Vehicle' })).toHaveAttribute('aria-busy', 'false'));
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('puts a server’s refusals on their fields, the rest above, and keeps what was typed', async () => {
    const refuse = () => {
      throw new ApiError({ kind: 'invalid', status: 422, title: 'Not valid', errors: [{ location: 'body.name', message: 'Another vehicle has this name.' }, { location: 'body.plate', message: 'The plate is missing.' }] });
    };
    const { user } = show(refuse);
    await user.type(screen.getByLabelText(/Name/), '-b');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another vehicle has this name.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('The plate is missing.');
    expect(screen.getByLabelText(/Name/)).toHaveValue('HGV-017-b');
    expect(screen.getByLabelText(/Name/)).toHaveFocus();
  });

  it('asks before a link leads away from unsaved changes', async () => {
    const { user } = show();
    const link = document.createElement('a');
    link.href = '/vehicles';
    const follow = vi.fn((event: Event) => event.preventDefault());
    link.addEventListener('click', follow);
    document.body.append(link);
    await user.click(link);
    expect(follow).toHaveBeenCalledTimes(1);

    await user.type(screen.getByLabelText(/Name/), 'x');
    await user.click(link);
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(follow).toHaveBeenCalledTimes(1);
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(follow).toHaveBeenCalledTimes(2));
    link.remove();
  });
});

describe('a password', () => {
  const passwords = z
    .object({ password: ruled(required, minLength(8), verifyPassword), again: ruled(required) })
    .check(together('again', ({ password, again }) => confirmed(password)(again)));

  it('ticks off what it needs, can be shown, and must be repeated', async () => {
    const { user } = renderInRemote(
      <Form label="Password" schema={passwords} values={{ password: '', again: '' }} onSubmit={() => undefined}>
        <Password name="password" label="New password" purpose="new" />
        <Password name="again" label="Repeat" purpose="repeat" />
      </Form>,
    );
    const field = screen.getByLabelText('New password');
    await user.type(field, 'outrider');
    expect(await screen.findByText('The password must contain at least: 1 uppercase letter, 1 lowercase letter and 1 number')).toBeVisible();
    expect(screen.getAllByText(', done')).toHaveLength(2);
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement);
    expect(field).toHaveAttribute('type', 'text');
    await user.clear(field);
    await user.type(field, 'Outrider1');
    await user.type(screen.getByLabelText('Repeat'), 'Outrider2');
    expect(await screen.findByText('The password do not match.')).toBeVisible();
  });
});
