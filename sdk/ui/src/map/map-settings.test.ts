import { describe, expect, it } from 'vitest';

import { aShellInfo } from '../testing';
import { groundOf, mapSettingsOf, withGround, withLayer, type MapSettings } from './map-settings';

const settings: MapSettings = { satellite: false, layers: ['offline', 'traffic'], filterOnline: false };

describe('the settings of maps', () => {
  it('take their defaults when nothing, or something broken, is stored', () => {
    const info = aShellInfo();
    expect(mapSettingsOf(info.session)).toEqual({ satellite: false, layers: [], filterOnline: false });
    info.session.preferences.app = { outrider: { version: 1, ui: { mapView: { satellite: 'yes', layers: 4, filterOnline: true } } } };
    expect(mapSettingsOf(info.session)).toEqual({ satellite: false, layers: [], filterOnline: true });
  });

  it('choose a ground that there is', () => {
    expect(groundOf(settings, ['streets', 'offline'])).toBe('offline');
    expect(groundOf({ ...settings, satellite: true }, ['streets', 'satellite', 'offline'])).toBe('satellite');
    expect(groundOf({ ...settings, satellite: true }, ['streets', 'offline'])).toBe('offline');
    expect(groundOf({ ...settings, layers: [] }, ['streets', 'offline'])).toBe('streets');
  });

  it('keep contributed layers when the ground changes, and the ground when layers do', () => {
    expect(withGround(settings, 'streets')).toEqual({ satellite: false, layers: ['streets', 'traffic'] });
    expect(withGround(settings, 'satellite')).toEqual({ satellite: true });
    expect(withLayer(settings, 'traffic', false)).toEqual({ layers: ['offline'] });
    expect(withLayer(settings, 'zones', true)).toEqual({ layers: ['offline', 'traffic', 'zones'] });
  });
});
