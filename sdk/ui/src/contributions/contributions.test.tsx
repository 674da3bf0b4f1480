import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { setShellInfo } from '../session';
import { aShellInfo, FakeApi, renderInRemote } from '../testing';
import { useContributions } from './contributions';

const report = (id: string) => ({ plugin: 'fuel', id, title: { en: id }, may_schedule: true, columns: [] });
const answer = (...ids: string[]) => ({ alert_types: [], report_types: ids.map(report), tracking_tables: [], vehicle_data: [] });
const plugins = (...ids: string[]) => ids.map((plugin) => ({ plugin }));

function Names({ label }: { label: string }) {
  const { data, isError } = useContributions();
  return <p aria-label={label}>{isError ? 'failed' : (data?.report_types.map(({ id }) => id).join() ?? 'pending')}</p>;
}

test('is one answer for all who ask, and is read again when plugins change, with what was there until then', async () => {
  const api = new FakeApi();
  api.answers['GET /contributions'] = answer('economy');
  await api.install('fuel', {});
  renderInRemote(<><Names label="reports" /><Names label="schedules" /></>, { contributions: plugins('fuel') });
  expect(screen.getByLabelText('reports')).toHaveTextContent('pending');
  expect(await screen.findAllByText('economy')).toHaveLength(2);
  expect(api.calls).toHaveLength(1);

  let answerNow = () => {};
  api.holds['GET /contributions'] = new Promise((resolve) => (answerNow = resolve));
  api.answers['GET /contributions'] = answer('economy', 'refuelling');
  act(() => setShellInfo(aShellInfo({ contributions: plugins('fuel', 'ev') })));
  expect(screen.getByLabelText('reports')).toHaveTextContent('economy');
  answerNow();
  expect(await screen.findAllByText('economy,refuelling')).toHaveLength(2);
  expect(api.calls).toHaveLength(2);
});

test('says that an answer of another shape failed', async () => {
  const api = new FakeApi();
  api.answers['GET /contributions'] = { report_types: null, tracking_tables: [] };
  await api.install('fuel', {});
  renderInRemote(<Names label="reports" />, { contributions: plugins('fuel') });
  expect(await screen.findByText('failed')).toBeVisible();
});
