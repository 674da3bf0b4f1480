import { describe, expect, it, vi } from 'vitest';

import { aPresenceRecord, aVehicleRecord, now } from '../testing/fleet';
import { FleetStore } from './fleet-store';

function aStore() {
  const store = new FleetStore(() => now);
  store.setVehicles([aVehicleRecord(1), aVehicleRecord(2)]);
  return store;
}

const v1 = (store: FleetStore) => {
  store.refresh();
  return store.getSnapshot().byId.get('v1');
};

describe('the fleet', () => {
  it('takes what is newer and ignores what is older', () => {
    const store = aStore();
    store.applyPresences([aPresenceRecord(1, 'MOVING', { last_seen: now, speed: 80 })]);
    store.applyPresences([aPresenceRecord(1, 'STATIONARY', { last_seen: now - 5000 })]);
    expect(v1(store)).toMatchObject({ status: 'MOVING', speedKmh: 80, lastSeen: now });
  });

  it('takes a new state at the same time, such as going offline', () => {
    const store = aStore();
    store.applyPresences([aPresenceRecord(1, 'MOVING', { last_seen: now })]);
    store.applyPresences([aPresenceRecord(1, 'OFFLINE', { last_seen: now })]);
    expect(v1(store)?.status).toBe('OFFLINE');
  });

  it('takes a new name, and forgets what is gone', () => {
    const store = aStore();
    const stranger = vi.fn();
    store.onStranger(stranger);
    store.applyPresences([aPresenceRecord(1, 'MOVING', { name: 'HGV-100', driver: 'Gareth Pugh' })]);
    expect(v1(store)).toMatchObject({ name: 'HGV-100', driver: 'Gareth Pugh' });
    store.applyPresences([aPresenceRecord(1, 'MOVING', { removed: true })]);
    expect(v1(store)).toBeUndefined();
    expect(stranger).toHaveBeenCalled();
  });

  it('shows the default device and no other', () => {
    const store = aStore();
    store.applyPresences([aPresenceRecord(1, 'MOVING')]);
    store.applyPresences([aPresenceRecord(1, 'STATIONARY', { device_id: 'second', is_defaultdevice: false, last_seen: now + 1000 })]);
    expect(v1(store)?.status).toBe('MOVING');
  });

  it('keeps the last position when a record has none', () => {
    const store = aStore();
    store.applyPresences([aPresenceRecord(1, 'MOVING', { coordinates: { lat: 53, lng: -2 } })]);
    store.applyPresences([aPresenceRecord(1, 'UNKNOWN', { coordinates: undefined, last_seen: now })]);
    expect(v1(store)?.position).toEqual({ lat: 53, lng: -2 });
  });

  it('keeps presence that came before its vehicle, and says that the list is old', () => {
    const store = aStore();
    const stranger = vi.fn();
    store.onStranger(stranger);
    store.applyPresences([aPresenceRecord(3, 'IDLING')]);
    expect(stranger).toHaveBeenCalledOnce();
    store.setVehicles([aVehicleRecord(1), aVehicleRecord(3)]);
    expect(store.getSnapshot().byId.get('v3')?.status).toBe('IDLING');
    expect(store.getSnapshot().byId.has('v2')).toBe(false);
  });

  it('tells the map of each move at once and the list when it has gathered', () => {
    vi.useFakeTimers();
    const store = aStore();
    const moved = vi.fn();
    const listed = vi.fn();
    store.onMoved(moved);
    store.subscribe(listed);
    store.applyPresences([aPresenceRecord(1, 'MOVING', { last_seen: now - 2 })]);
    store.applyPresences([aPresenceRecord(1, 'MOVING', { last_seen: now - 1 })]);
    expect([moved.mock.calls.length, listed.mock.calls.length]).toEqual([2, 0]);
    vi.advanceTimersByTime(300);
    expect(listed).toHaveBeenCalledOnce();
    expect(store.getSnapshot().counts).toMatchObject({ MOVING: 1, OFFLINE: 1 });
    vi.useRealTimers();
  });
});
