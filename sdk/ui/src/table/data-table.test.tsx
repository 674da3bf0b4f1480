import { act, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { ApiError } from '../api';
import { accessibilityProblems, renderInRemote } from '../testing';
import type { BulkAction, TableColumn, TableSelection } from './column';
import { DataTable, type DataTableProps } from './data-table';
import type { ListQuery } from './list-query';
import { createRowPatches } from './row-patches';

interface Truck {
  id: string;
  name: string;
  speed: number | null;
}

const trucks: Truck[] = Array.from({ length: 45 }, (_, n) => ({ id: `t${n}`, name: `Truck ${String(n).padStart(2, '0')}`, speed: n === 1 ? null : n * 2 }));

const columns: TableColumn<Truck>[] = [
  { id: 'name', label: 'Name', value: ({ name }) => name, fixed: true },
  { id: 'speed', label: 'Speed', kind: 'speed', value: ({ speed }) => speed },
  { id: 'key', label: 'Fleet number', value: ({ id }) => id, hidden: true, sortable: false },
];

function page(query: ListQuery) {
  const found = trucks.filter(({ name }) => name.toLowerCase().includes(query.q.toLowerCase()));
  const falls = query.sort[0]?.falls;
  const ordered = falls ? [...found].reverse() : found;
  return { rows: ordered.slice((query.page - 1) * query.size, query.page * query.size), total: found.length, pageCount: Math.ceil(found.length / query.size) };
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

function show(props: Partial<DataTableProps<Truck>> = {}, address = '/') {
  const fetchPage = vi.fn(async (query: ListQuery) => page(query));
  const view = renderInRemote(
    <MemoryRouter initialEntries={[address]}>
      <DataTable id="trucks" label="Trucks" columns={columns} rowKey={({ id }) => id} fetchPage={fetchPage} sort="name" {...props} />
      <Address />
    </MemoryRouter>,
    { countryCode: 'GB' } as never,
  );
  return { ...view, fetchPage };
}

const names = () => screen.getAllByRole('row').slice(1).map((row) => within(row).queryAllByRole('gridcell').find((cell) => cell.dataset['label'] === 'Name')?.textContent);

describe('a table', () => {
  it('shows a page of 20 and leads to the next, in the address', async () => {
    const { user } = show();
    expect(await screen.findByText('Truck 19')).toBeVisible();
    expect(screen.getByText('1–20 of 45')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Truck 39')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('?page=2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    expect(await screen.findByText('Truck 44')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('?size=50');
  });

  it('has 15 rows and no choice when sizes are hidden', async () => {
    show({ sizes: false });
    expect(await screen.findByText('Truck 14')).toBeVisible();
    expect(screen.queryByText('Truck 15')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull();
  });

  it('shows what a link says', async () => {
    const { fetchPage } = show({}, '/?page=1&size=10&sort=-speed,name&q=truck&filter=name:contains:a%5C:b&columns=key,name');
    await screen.findByText('Truck 44');
    expect(fetchPage.mock.calls[0]?.[0]).toMatchObject({
      size: 10, q: 'truck', sort: [{ field: 'speed', falls: true }, { field: 'name', falls: false }], filters: [{ field: 'name', op: 'contains', values: ['a:b'] }],
    });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Fleet number', 'Name2', 'Actions']);
  });

  it('sorts by one head, and with Shift by two', async () => {
    const { user } = show();
    await screen.findByText('Truck 00');
    await user.click(screen.getByRole('button', { name: /Name/ }));
    expect(await screen.findByText('Truck 44')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'descending');
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: 'Speed' }));
    expect(screen.getByTestId('address')).toHaveTextContent('sort=-name%2Cspeed');
  });

  it('searches while typing and keeps the old rows until the new ones are there', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { user } = show({ fetchPage: async (query) => (query.q === '' ? page(query) : answered.then(() => page(query))) });
    await screen.findByText('Truck 00');
    await user.type(screen.getByRole('searchbox'), '33');
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('?q=33'));
    expect(screen.getByText('Truck 00')).toBeVisible();
    answer();
    await waitFor(() => expect(names()).toEqual(['Truck 33']));
    expect(screen.getByTestId('address')).toHaveTextContent('?q=33');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Truck 00')).toBeVisible();
  });

  it('is walked with arrows, and Enter and Space act on the row', async () => {
    const onOpen = vi.fn();
    const { user } = show({ onOpen, bulkActions: [{ id: 'x', label: 'Retire', run: () => {} }] });
    await screen.findByText('Truck 00');
    act(() => screen.getByRole('checkbox', { name: 'Select all rows on this page' }).focus());
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement).toHaveTextContent('Truck 00');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenCalledWith(trucks[1]);
    await user.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Select Truck 01' })).toBeChecked();
    await user.keyboard('{Control>}{End}{/Control}');
    expect(document.activeElement?.closest('[role="row"]')).toHaveTextContent('Truck 19');
    await user.keyboard('{Home}');
    expect(screen.getByRole('checkbox', { name: 'Select Truck 19' })).toHaveFocus();
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  });

  it('selects rows over pages, and all that match', async () => {
    let given: TableSelection<Truck> | undefined;
    const bulkActions: BulkAction<Truck>[] = [{ id: 'retire', label: 'Retire', run: (selection) => void (given = selection) }];
    const { user } = show({ bulkActions });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Truck 03' }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select Truck 22' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retire' }));
    expect(given).toMatchObject({ all: false, keys: ['t3', 't22'], count: 2 });
    await user.click(screen.getByRole('button', { name: 'Select all 45 that match' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Truck 22' }));
    await user.click(screen.getByRole('button', { name: 'Retire' }));
    expect(given).toMatchObject({ all: true, keys: ['t22'], count: 44 });
    act(() => given?.clear());
    expect(screen.queryByText('44 selected')).toBeNull();
  });

  it('draws a live change of a row without asking again', async () => {
    const patches = createRowPatches<Truck>();
    const { fetchPage } = show({ patches });
    await screen.findByText('Truck 00');
    act(() => patches.patch('t4', { speed: 80.4672, name: 'Truck four' }));
    expect(await screen.findByText('Truck four')).toBeVisible();
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it('offers the actions of a row', async () => {
    const run = vi.fn();
    const { user } = show({ rowActions: ({ id }) => [{ id: 'track', label: 'Track', run: () => run(id) }, { id: 'live', label: 'Live', disabled: 'No camera', run }] });
    await user.click(await screen.findByRole('button', { name: 'Actions for Truck 02' }));
    expect(screen.getByRole('menuitem', { name: 'Live' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('menuitem', { name: 'Track' }));
    expect(run).toHaveBeenCalledExactlyOnceWith('t2');
  });
});

describe('the states of a table', () => {
  const failing = (kind: 'denied' | 'unavailable') => vi.fn().mockRejectedValue(new ApiError({ kind, status: 403, title: 'Not now.' }));

  it.each([
    ['rows', {}, () => screen.findByText('Truck 00')],
    ['loading', { fetchPage: () => new Promise<never>(() => {}) }, () => screen.findByText('Loading')],
    ['empty', { fetchPage: async () => ({ rows: [], total: 0, pageCount: 1 }), empty: { title: 'No trucks', text: 'Add one.' } }, () => screen.findByText('No trucks')],
    ['denied', { fetchPage: failing('denied') }, () => screen.findByText('You do not have permission to see this')],
    ['failed', { fetchPage: failing('unavailable') }, () => screen.findByText('Could not load data.')],
  ] as const)('%s: has no accessibility problems', async (_, props, shown) => {
    const { container } = show({ ...props, bulkActions: [{ id: 'x', label: 'Retire', run: () => {} }] });
    expect(await shown()).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('nothing matches: takes the filters away', async () => {
    const { user } = show({}, '/?q=nothing');
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByText('Truck 00')).toBeVisible();
  });

  it('failed: tries again', async () => {
    const fetchPage = failing('unavailable');
    const { user } = show({ fetchPage });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText(/of 0/)).toBeNull(); // how many there are is not known
    fetchPage.mockImplementation(async (query: ListQuery) => page(query));
    await user.click(retry);
    expect(await screen.findByText('Truck 00')).toBeVisible();
  });

  it('beyond the last page: goes to it', async () => {
    show({}, '/?page=9');
    expect(await screen.findByText('Truck 44')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('?page=3');
  });
});
