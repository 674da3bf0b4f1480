import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { accessibilityProblems, renderInRemote } from '../testing';
import type { TreeGroup } from './fleet-tree';
import { VehicleSelectorDialog } from './selector-dialog';
import { VehicleSelector, type VehicleSelectorProps } from './vehicle-selector';

const tree: TreeGroup = {
  id: 'demo', metadata: { label: 'Demo' }, vehicleArray: [{ id: 'v0', vehicle_name: 'Pool car' }],
  nodes: [
    { id: 'north', metadata: { label: 'North' }, vehicleArray: [{ id: 'v1', vehicle_name: 'Truck 1' }, { id: 'v2', vehicle_name: 'Truck 2' }], nodes: [
      { id: 'crewe', metadata: { label: 'Crewe depot' }, vehicleArray: [{ id: 'v3', vehicle_name: 'Van 3' }], nodes: [] },
    ] },
    { id: 'south', metadata: { label: 'South' }, vehicleArray: [], nodes: [] },
  ],
};

function Chooser({ onChange, ...props }: Omit<Partial<VehicleSelectorProps>, 'onChange'> & { onChange?: (value: string[]) => void }) {
  const [value, setValue] = useState(props.value ?? []);
  return <VehicleSelector tree={tree} openRoot {...props} value={value} onChange={(next) => (setValue(next), onChange?.(next))} />;
}

function GroupChooser({ onChange }: { onChange: (value: string[], groups: string[]) => void }) {
  const [chosen, setChosen] = useState<{ value: string[]; groups: string[] }>({ value: [], groups: [] });
  return <VehicleSelector tree={tree} openRoot {...chosen} onChange={(value, groups) => (setChosen({ value, groups }), onChange(value, groups))} />;
}

const items = () => screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-label')?.split(',')[0]);
const item = (name: RegExp) => screen.getByRole('treeitem', { name });

beforeEach(() => {
  // jsdom has no layout, and only lines in view exist.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  Element.prototype.scrollTo = () => {};
});

describe('the vehicle selector', () => {
  it('opens the root by itself, all groups, none', async () => {
    const { user } = renderInRemote(<Chooser />);
    expect(items()).toEqual(['Demo', 'North', 'South', 'Pool car']);
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    expect(items()).toEqual(['Demo', 'North', 'Crewe depot', 'Van 3', 'Truck 1', 'Truck 2', 'South', 'Pool car']);
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(items()).toEqual(['Demo']);
  });

  it('ticks a group with all below it, and shows groups of which some are', async () => {
    const onChange = vi.fn();
    const { user } = renderInRemote(<Chooser onChange={onChange} />);
    await user.click(item(/^North/));
    expect(onChange).toHaveBeenLastCalledWith(expect.arrayContaining(['v1', 'v2', 'v3']));
    expect(item(/^North/)).toHaveAttribute('aria-checked', 'true');
    expect(item(/^Demo/)).toHaveAttribute('aria-checked', 'mixed');
    expect(screen.getByText('3 vehicles selected')).toBeVisible();
    await user.click(item(/^North/));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it('finds by vehicle; a group then stands for what was found', async () => {
    const onChange = vi.fn();
    const { user } = renderInRemote(<Chooser onChange={onChange} />);
    await user.type(screen.getByRole('searchbox', { name: 'Search by vehicle' }), 'truck');
    await waitFor(() => expect(items()).toEqual(['Demo', 'North', 'Truck 1', 'Truck 2']));
    await user.click(item(/^North/));
    expect(onChange).toHaveBeenLastCalledWith(['v1', 'v2']);
  });

  it('finds by group, and says when nothing is', async () => {
    const { user } = renderInRemote(<Chooser />);
    await user.click(screen.getByRole('radio', { name: 'Group' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search by group' }), 'crewe');
    await waitFor(() => expect(items()).toEqual(['Demo', 'North', 'Crewe depot']));
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('Nothing matches')).toBeVisible();
  });

  it('is walked with keys', async () => {
    const onChange = vi.fn();
    const { user } = renderInRemote(<Chooser onChange={onChange} openRoot={false} />);
    act(() => screen.getByRole('tree').focus());
    const active = () => document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label')?.split(',')[0];
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}');
    expect(items()).toEqual(['Demo', 'North', 'Crewe depot', 'Truck 1', 'Truck 2', 'South', 'Pool car']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Truck 1');
    await user.keyboard(' ');
    expect(onChange).toHaveBeenLastCalledWith(['v1']);
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('North');
    await user.keyboard('{ArrowLeft}{End}');
    expect(active()).toBe('Pool car');
  });

  it('takes one vehicle, or one group', async () => {
    const onChange = vi.fn();
    const { user, unmount } = renderInRemote(<Chooser mode="vehicle" onChange={onChange} />);
    await user.click(item(/^North/)); // opens
    await user.click(item(/^Truck 2/));
    expect(onChange.mock.calls).toEqual([[['v2']]]);
    unmount();
    renderInRemote(<Chooser mode="group" onChange={onChange} />);
    expect(items()).toEqual(['Demo', 'North', 'South']);
    await user.click(item(/^South/));
    expect(onChange).toHaveBeenLastCalledWith(['south']);
  });

  it('takes groups as such, with vehicles beside them, and divides one of which something is taken out', async () => {
    const onChange = vi.fn();
    const { user } = renderInRemote(<GroupChooser onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    await user.click(item(/^Van 3/));
    expect(onChange).toHaveBeenLastCalledWith(['v3'], []); // the only vehicle of its group is not the group
    await user.click(item(/^Pool car/));
    await user.click(item(/^North/));
    expect(onChange).toHaveBeenLastCalledWith(['v0'], ['north']);
    expect(item(/^Crewe/)).toHaveAttribute('aria-checked', 'true');
    expect(screen.getByText('4 vehicles selected')).toBeVisible();
    await user.click(item(/^Truck 1/));
    expect(onChange).toHaveBeenLastCalledWith(['v0', 'v2'], ['crewe']);
    await user.click(item(/^Demo/));
    expect(onChange).toHaveBeenLastCalledWith([], ['demo']);
    await user.click(item(/^North/));
    expect(onChange).toHaveBeenLastCalledWith(['v0'], ['south']);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onChange).toHaveBeenLastCalledWith([], []);
    await user.type(screen.getByRole('searchbox', { name: 'Search by vehicle' }), 'truck');
    await waitFor(() => expect(items()).toEqual(['Demo', 'North', 'Truck 1', 'Truck 2']));
    await user.click(item(/^North/)); // what was found in it, and not the group
    expect(onChange).toHaveBeenLastCalledWith(['v1', 'v2'], []);
    await user.click(item(/^North/));
    expect(onChange).toHaveBeenLastCalledWith([], []);
  });

  it('gives its choice by OK alone', async () => {
    const [onOk, onCancel] = [vi.fn(), vi.fn()];
    const { user } = renderInRemote(<VehicleSelectorDialog tree={tree} value={[]} onOk={onOk} onCancel={onCancel} />);
    expect(screen.getByRole('button', { name: 'OK' })).toBeDisabled();
    await user.click(item(/^Pool car/));
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(onOk).toHaveBeenCalledWith(['v0'], []);
    await user.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalled();
  });

  it.each([['many', tree], ['none', { ...tree, nodes: [], vehicleArray: [] }]] as [string, TreeGroup][])('%s: has no accessibility problems', async (_, shown) => {
    const { container } = renderInRemote(<Chooser tree={shown} />);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('draws ten thousand vehicles as lightly as ten', async () => {
    const many = { ...tree, vehicleArray: Array.from({ length: 10_000 }, (_, n) => ({ id: `m${n}`, vehicle_name: `Car ${n}` })) };
    renderInRemote(<Chooser tree={many} />);
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(40);
  });
});
