import { aShellInfo } from '@outrider/sdk/testing';
import { describe, expect, it } from 'vitest';

import { destinationOf } from './routes';

const title = { en: 'A page' };
const info = aShellInfo({
  granted: ['viewVehicle'],
  remotes: [
    {
      name: 'vehicles',
      routes: [
        { path: '/vehicles', module: './entry', permission: 'viewVehicle', title },
        { path: '/vehicles/import', module: './import', title },
        { path: '/map-view', module: './map', permission: 'getVehiclePresence', title },
      ],
    },
  ],
  off: [{ path: '/fuel-usage-report', title: { en: 'Fuel' } }],
});

function kindAndPath(pathname: string) {
  const found = destinationOf(pathname, info);
  return 'page' in found ? `${found.kind} ${found.page.path}` : found.kind;
}

describe('a path', () => {
  it.each([
    ['/', 'home'],
    ['/vehicles', 'page /vehicles'],
    ['/vehicles/17', 'page /vehicles'],
    ['/vehicles/import', 'page /vehicles/import'],
    ['/vehicles-of-others', 'unknown'],
    ['/map-view', 'denied /map-view'],
    ['/fuel-usage-report', 'off'],
    ['/dashboard', 'unknown'],
    ['/account-settings', 'own /account-settings'],
    ['/api-docs', 'own /api-docs'],
    ['/gallery', 'unknown'],
    ['/no-such-page', 'unknown'],
  ])('%s leads to %s', (pathname, want) => {
    expect(kindAndPath(pathname)).toBe(want);
  });
});
