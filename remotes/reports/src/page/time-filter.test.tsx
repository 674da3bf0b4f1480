import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { FilterFields } from './filter-fields';

const fields = [{ key: 'filter_start_time', kind: 'text', label: { en: 'Each day from' }, choices: [] }] as never;

function Filters({ told }: { told: (values: Record<string, unknown>) => void }) {
  const [values, setValues] = useState<Record<string, unknown>>({});
  return <FilterFields fields={fields} values={values} onChange={(next) => (setValues(next), told(next))} />;
}

it('takes a time of day in the form that all others have, typed short, and lets it be taken out', async () => {
  const user = userEvent.setup();
  let last: Record<string, unknown> = {};
  render(<Filters told={(values) => (last = values)} />);
  const field = await screen.findByRole('textbox', { name: 'Each day from' });
  await user.type(field, '930');
  await user.tab();
  expect(last).toEqual({ filter_start_time: '09:30' });
  expect(field).toHaveValue('09:30');
  await user.clear(field);
  expect(last).toEqual({});
});
