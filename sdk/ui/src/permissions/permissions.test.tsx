import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { renderInRemote } from '../testing';
import { allows, Can } from './permissions';

describe('allows', () => {
  it.each([
    ['ignore 1 refuses what is granted', 1, ['viewVehicle'], 'viewVehicle', false],
    ['ignore 1 refuses what needs nothing', 1, [], undefined, false],
    ['ignore 2 allows what nobody granted', 2, [], 'deleteOrg', true],
    ['otherwise the name decides: granted', 0, ['viewVehicle'], 'viewVehicle', true],
    ['otherwise the name decides: missing', 0, ['viewVehicle'], 'listUsers', false],
    ['a name is not a prefix', 0, ['viewVehicleAll'], 'viewVehicle', false],
    ['what needs nothing is for everyone with access', 0, [], undefined, true],
  ])('%s', (_name, ignore, granted, permission, want) => {
    expect(allows({ ignore, granted }, permission)).toBe(want);
  });
});

describe('Can', () => {
  it('shows its children to those who hold the permission and the other to others', () => {
    renderInRemote(
      <>
        <Can permission="rateAlert">Rate</Can>
        <Can permission="listUsers" otherwise="No users for you">
          Users
        </Can>
      </>,
      { granted: ['rateAlert'] },
    );
    expect(screen.getByText(/Rate/)).toBeVisible();
    expect(screen.getByText(/No users for you/)).toBeVisible();
    expect(screen.queryByText('Users')).toBeNull();
  });
});
