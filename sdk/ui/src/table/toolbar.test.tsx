import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { setShellInfo, shellInfo } from '../session';
import { accessibilityProblems, network, renderInRemote } from '../testing';
import type { TableColumn } from './column';
import { DataTable } from './data-table';
import type { ListQuery } from './list-query';

interface Truck {
  id: string;
  speed: number;
}

const columns: TableColumn<Truck>[] = [
  { id: 'name', label: 'Name', value: ({ id }) => id, fixed: true },
  { id: 'type', label: 'Type', kind: 'one-of', options: [{ value: 'van', label: 'Van' }, { value: 'bus', label: 'Bus' }], value: () => 'van' },
  { id: 'disabled', label: 'State', kind: 'yes-no', options: [{ value: 'false', label: 'Active' }, { value: 'true', label: 'Disabled' }], value: () => false, hidden: true },
  { id: 'speed', label: 'Speed', kind: 'speed', value: ({ speed }) => speed },
];

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

function show(address = '/') {
  const fetchPage = vi.fn<(query: ListQuery) => Promise<{ rows: { id: string; speed: number }[]; total: number; pageCount: number }>>(async () => ({ rows: [{ id: 't1', speed: 50 }], total: 1, pageCount: 1 }));
  const ui = (
    <MemoryRouter initialEntries={[address]}>
      <DataTable id="trucks" label="Trucks" columns={columns} rowKey={({ id }) => id} fetchPage={fetchPage} sort="name" />
      <Address />
    </MemoryRouter>
  );
  return { ...renderInRemote(ui), fetchPage };
}

const address = () => new URLSearchParams(screen.getByTestId('address').textContent ?? '');

describe('the bar of a table', () => {
  it('adds, edits and takes away filters', async () => {
    const { user, fetchPage, baseElement } = show();
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await user.selectOptions(screen.getByLabelText('Column'), 'Type');
    await user.click(screen.getByLabelText('Van'));
    await user.click(screen.getByLabelText('Bus'));
    expect(await accessibilityProblems(baseElement)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(address().getAll('filter')).toEqual(['type:in:van,bus']);
    await waitFor(() => expect(fetchPage.mock.lastCall?.[0].filters).toEqual([{ field: 'type', op: 'in', values: ['van', 'bus'] }]));
    await user.click(screen.getByRole('button', { name: 'Edit filter: Type is one of Van, Bus' }));
    await user.click(screen.getByLabelText('Bus'));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(address().getAll('filter')).toEqual(['type:in:van']);
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Type is one of Van' }));
    expect(address().getAll('filter')).toEqual([]);
  });

  it('has a chip for a column that is often filtered by, which asks for its values alone', async () => {
    const [name, type] = columns as [TableColumn<Truck>, TableColumn<Truck>];
    const fetchPage = async () => ({ rows: [{ id: 't1', speed: 50 }], total: 1, pageCount: 1 });
    const table = <DataTable id="trucks" label="Trucks" columns={[name, { ...type, chip: true }]} rowKey={({ id }) => id} fetchPage={fetchPage} />;
    const { user, baseElement } = renderInRemote(<MemoryRouter>{table}<Address /></MemoryRouter>);
    await user.click(await screen.findByRole('button', { name: 'Filters: Type' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Type' }));
    expect(panel.queryByLabelText('Column')).toBeNull();
    expect(panel.queryByLabelText('Condition')).toBeNull();
    await user.click(panel.getByLabelText('Bus'));
    expect(await accessibilityProblems(baseElement)).toEqual([]);
    await user.click(panel.getByRole('button', { name: 'Apply' }));
    expect(address().getAll('filter')).toEqual(['type:in:bus']);
    expect(await screen.findByRole('button', { name: 'Edit filter: Type is one of Bus' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Filters: Type' })).toBeNull();
  });

  it('calls yes and no by the names that a column has for them', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await user.selectOptions(screen.getByLabelText('Column'), 'State');
    await user.selectOptions(screen.getByLabelText('Value'), 'Active');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(address().getAll('filter')).toEqual(['disabled:eq:false']);
    expect(screen.getByRole('button', { name: 'Edit filter: State is Active' })).toBeVisible();
  });

  it('chooses columns and their order', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    const panel = within(screen.getByRole('dialog', { name: 'Columns' }));
    expect(panel.getByLabelText('Name')).toBeDisabled();
    await user.click(panel.getByLabelText('Type'));
    await user.click(panel.getByRole('button', { name: 'Move Speed up' }));
    expect(address().get('columns')).toBe('speed,name');
    await user.click(panel.getByRole('button', { name: 'Reset columns' }));
    expect(address().get('columns')).toBeNull();
  });

  it('saves a view for the user, and starts with the default one', async () => {
    const saved: unknown[] = [];
    network.use(http.post('/api/user/u1/preferences', async ({ request }) => (saved.push(await request.json()), HttpResponse.json({}))));
    const first = show('/?sort=-speed&q=t');
    const views = await screen.findByRole('button', { name: 'Views' });
    expect(views).toHaveAttribute('aria-label', 'Views'); // on a phone its word is not there
    await first.user.click(views);
    await first.user.type(screen.getByLabelText('Name of the view'), 'Fast{Enter}');
    await waitFor(() => expect(address().get('view')).toMatch(/^[0-9a-f]{8}$/));
    const id = address().get('view') ?? '';
    expect(saved[0]).toMatchObject({ app: { outrider: { ui: { tableViews: { trucks: { views: { [id]: { name: 'Fast', state: 'sort=-speed&q=t' } } } } } } } });
    await first.user.click(screen.getByRole('button', { name: 'Use as default: Fast' }));
    const info = shellInfo();
    first.unmount();
    const second = show();
    setShellInfo(info);
    await waitFor(() => expect(second.fetchPage.mock.lastCall?.[0]).toMatchObject({ q: 't', sort: [{ field: 'speed', falls: true }] }));
    await second.user.click(await screen.findByRole('button', { name: 'Fast' }));
    await second.user.click(screen.getByRole('button', { name: 'Standard view' }));
    await waitFor(() => expect(second.fetchPage.mock.lastCall?.[0]).toMatchObject({ q: '', sort: [{ field: 'name', falls: false }] }));
    expect(address().get('view')).toBe('standard');
  });
});
