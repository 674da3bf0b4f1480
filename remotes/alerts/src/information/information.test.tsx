import { addMessages } from '@outrider/sdk';
import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import en from '../../locales/en.json';
import { alertSchema } from '../api/alert';
import type { EvidenceFile } from '../api/evidence';
import { anAlert } from '../testing/fake-alerts';
import { Information } from './information';

const alert = alertSchema.parse(anAlert(1));
const aFile = (kind: EvidenceFile['kind'], state: EvidenceFile['state']): EvidenceFile => ({ id: kind, kind, channel: 0, state, progress: 0, reason: '', startMs: 0, durationMs: 0, link: '' });

beforeEach(() => addMessages('alerts', async () => en));

it('says which evidence is there', () => {
  renderInRemote(<Information alert={alert} files={[aFile('pictures', 'ready'), aFile('tracking', 'ready'), aFile('imu', 'pending')]} />);
  expect(screen.getByText('Evidence').nextElementSibling).toHaveTextContent('Snapshots, GPS');
});

it('has no line for evidence of which nothing is there yet', () => {
  renderInRemote(<Information alert={alert} files={[aFile('pictures', 'pending'), aFile('tracking', 'failed')]} />);
  expect(screen.queryByText('Evidence')).not.toBeInTheDocument();
});
