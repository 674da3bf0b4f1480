import { speedingLevel, speedKmhFrom } from '@outrider/sdk';
import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Alert } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { SpeedingFigures } from './speeding-figures';

/** Speeds and limits in miles an hour, many of them just beside where they are rounded. */
const speeds: [top: number, limit: number][] = [[49.4, 39.6], [49.6, 40.4], [35.2, 30], [34.5, 29.5], [45.5, 30.4], [60.49, 50.5], [71, 60], [85.4, 69.6], [99.5, 70.4], [40.4, 39.6]];
/** The bands of whoever has chosen none. */
const standard = [5, 10, 15, 30] as const;

it.each(speeds)('%f in %f: overspeed and level follow from the two speeds that are shown', (top, limit) => {
  const mph = (speed: number) => speedKmhFrom('Imperial GB', speed);
  renderInRemote(<SpeedingFigures alert={anAlert(1, { kind: 'speeding', alert_type: 'speedingalert', speed_kmh: mph(top), limit: mph(limit) }) as unknown as Alert} />);
  const number = (name: string) => Number.parseInt(screen.getByText(name).nextElementSibling?.textContent ?? '', 10);
  const over = number('info.topSpeed') - number('info.limit');
  expect(number('info.overspeed')).toBe(over);
  const said = document.querySelector('.speeding-over');
  expect(said?.textContent).toContain(`+${over} mph`);
  expect(said).toHaveClass(`is-${speedingLevel(over, [...standard])}`);
});
