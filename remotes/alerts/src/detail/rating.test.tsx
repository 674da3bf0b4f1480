import { PlaybackClock } from '@outrider/sdk/player';
import { renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { alertSchema, type Quality } from '../api/alert';
import { anAlert, FakeAlertsApi } from '../testing/fake-alerts';
import { Detail } from './detail';

vi.mock('../evidence/evidence', () => ({ Evidence: () => null })); // Leaflet needs a browser

beforeEach(() => new FakeAlertsApi().install());

function show(quality: Quality, isNarrow: boolean) {
  const [rate, rateNow] = [vi.fn(async () => undefined), vi.fn()];
  const alert = alertSchema.parse(anAlert(1, { user_driving_quality: quality }));
  const shown = renderInRemote(
    <Detail alert={alert} clock={new PlaybackClock()} isNarrow={isNarrow} mayRate isFlagging={false} setFlagging={vi.fn()} onRate={rate} onRateNow={rateNow} onClose={vi.fn()} onHelp={vi.fn()} />,
  );
  return { ...shown, rate, rateNow };
}

it('is picked in the menu, then confirmed', async () => {
  const { user, rate } = show('none', false);
  await user.click(screen.getByRole('button', { name: 'Rate' }));
  expect(screen.queryByRole('radio', { name: 'Remove Tag' })).toBeNull();
  const confirm = screen.getByRole('button', { name: 'Confirm' });
  expect(confirm).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Bad Driving' }));
  expect(rate).not.toHaveBeenCalled();
  await user.click(confirm);
  expect(rate).toHaveBeenCalledExactlyOnceWith('badDriving');
});

it('is taken away by Remove Tag', async () => {
  const { user, rate } = show('goodDriving', false);
  await user.click(screen.getByRole('button', { name: 'Good Driving' }));
  await user.click(screen.getByRole('radio', { name: 'Remove Tag' }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(rate).toHaveBeenCalledExactlyOnceWith('none'));
});

it('is taken away in the bar of a phone, too', async () => {
  const { user, rateNow, unmount } = show('goodDriving', true);
  await user.click(screen.getByRole('button', { name: 'Remove Tag' }));
  expect(rateNow).toHaveBeenCalledExactlyOnceWith('none');
  unmount();
  show('none', true);
  expect(screen.queryByRole('button', { name: 'Remove Tag' })).toBeNull();
});
