import { describe, expect, it } from 'vitest';

import { categoryOf, countCategories, type Category } from './fleet-categories';
import { compassKey, typeIcon, type Status } from './vehicle';
import { aFleetVehicle, now } from '../testing/fleet';

const day = 86_400_000;

describe('words for a vehicle', () => {
  it.each([[0, 'n'], [22.4, 'n'], [22.6, 'ne'], [90, 'e'], [180, 's'], [270, 'w'], [337.6, 'n'], [360, 'n'], [-45, 'nw']])('%d degrees is %s', (heading, want) => {
    expect(compassKey(heading)).toBe(`compass.${want}`);
  });

  it('a type that nobody knows looks like a car', () => {
    expect([typeIcon('bintruck'), typeIcon('hovercraft')]).toEqual(['bintruck', 'car']);
  });
});

describe('fleet status', () => {
  it.each<[Status, number | undefined, Category]>([
    ['MOVING', now, 'moving'], ['IDLING', now, 'idling'], ['STATIONARY', now, 'parked'], ['UNKNOWN', now, 'idling'],
    ['OFFLINE', now - day + 1, 'offlineDay'], ['OFFLINE', now - day, 'offlineWeek'], ['OFFLINE', now - 7 * day, 'offlineWeek'],
    ['OFFLINE', now - 7 * day - 1, 'offlineLong'], ['OFFLINE', undefined, 'never'],
  ])('%s seen at %s is %s', (status, lastSeen, want) => {
    expect(categoryOf({ status, lastSeen }, now)).toBe(want);
  });

  it('counts every vehicle once', () => {
    const counts = countCategories([aFleetVehicle(1, 'MOVING'), aFleetVehicle(2, 'OFFLINE', { lastSeen: undefined })], now);
    expect(counts).toMatchObject({ moving: 1, never: 1 });
    expect(Object.values(counts).reduce((a, b) => a + b)).toBe(2);
  });
});
