import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import L from 'leaflet';
import { expect, it, vi } from 'vitest';

import { shapeOf } from '../map/shape';
import { renderInRemote } from '../testing';
import { Coordinates } from './coordinates';
import { nudged } from './nudge';

const square = shapeOf('polygon', [[0, 0], [1, 0], [1, 1], [0, 1]]);
const triangle = shapeOf('polygon', [[0, 0], [1, 0], [1, 1]]);
/** The world at zoom 10, as a map of it projects. */
const flat = { project: (at: L.LatLngExpression) => L.CRS.EPSG3857.latLngToPoint(L.latLng(at), 10), unproject: (point: L.PointExpression) => L.CRS.EPSG3857.pointToLatLng(L.point(point), 10) };

it('chooses, moves and removes corners by keys', async () => {
  if (!square || !triangle) throw new Error('no shapes');
  const user = userEvent.setup();
  const [change, choose, nudge] = [vi.fn(), vi.fn(), vi.fn()];
  const { rerender } = render(<Coordinates shape={square} onChange={change} onChoose={choose} onNudge={nudge} />);
  await user.tab();
  expect(screen.getByRole('button', { name: 'Point 1' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Point 1' })).toHaveAccessibleDescription(/^Arrow keys move/);
  expect(choose).toHaveBeenLastCalledWith(0);
  await user.keyboard('{ArrowUp}{Shift>}{ArrowRight}{/Shift}');
  expect(nudge.mock.calls).toEqual([[0, 0, -1], [0, 10, 0]]);
  screen.getByRole('button', { name: 'Point 4' }).focus();
  await user.keyboard('{Delete}');
  expect(change).toHaveBeenCalledWith(triangle);
  expect(screen.getByRole('button', { name: 'Point 3' })).toHaveFocus();
  rerender(<Coordinates shape={triangle} onChange={change} onChoose={choose} onNudge={nudge} />);
  await user.keyboard('{Delete}');
  expect(change).toHaveBeenCalledOnce(); // a polygon has three
});

it('moves a corner as the map is seen, and not off the world', () => {
  if (!square) throw new Error('no shape');
  const moved = nudged(flat, square, 2, 1, -1);
  expect(moved?.at[0]).toBeCloseTo(1 + (2 * 360) / (256 * 1024), 5);
  expect(moved?.at[1]).toBeGreaterThan(1);
  expect(moved?.shape.geometry.coordinates[0]).toHaveLength(5);
  const edge = shapeOf('circle', [[180, 0]], 100);
  expect(edge && nudged(flat, edge, 0, 100, 0)).toEqual({ shape: edge, at: [180, 0] });
  expect(nudged(flat, square, 9, 1, 0)).toBeUndefined();
});

it('has the radius typed in the reader’s unit, and keeps what was not changed to its last digit', async () => {
  const circle = shapeOf('circle', [[0, 0]], 1000.4);
  if (!circle) throw new Error('no circle');
  const change = vi.fn();
  const show = (units: string) => renderInRemote(<Coordinates shape={circle} onChange={change} onChoose={vi.fn()} onNudge={vi.fn()} />, { units });
  const { user, unmount } = show('Imperial GB');
  const radius = screen.getByLabelText('Radius, ft');
  expect(radius).toHaveValue('3282');
  await user.clear(radius);
  await user.type(radius, '3282{Enter}');
  expect(change).not.toHaveBeenCalled();
  await user.clear(radius);
  await user.type(radius, '32');
  expect(radius).toBeInvalid(); // less than 10 m
  await user.clear(radius);
  await user.type(radius, '1,500{Enter}');
  expect(change).toHaveBeenLastCalledWith({ ...circle, radius_m: expect.closeTo(457.2, 6) as number });
  unmount();
  show('Metric');
  expect(screen.getByLabelText('Radius, m')).toHaveValue('1000');
});
