import { adminToken, ask } from './ask';
import { until } from './until';

/** In milliseconds, beyond the time that is to be recorded: soon after midnight no day has recordings so long, and at weekends few vehicles drive. */
const patience = 120_000;

interface Recordings {
  /** Channel, and seconds of the day; what still grows comes in two parts, and the second ends with 0. */
  intervals: { ch: number; start: number; end: number; hasEnd: boolean }[];
}

/** The id of the n-th vehicle that drives, and has recorded for so many seconds without a gap: others have set out just now. */
export async function recordedVehicle(seconds: number, n = 0): Promise<string> {
  const token = await adminToken();
  let found: string | undefined;
  await until(`a vehicle has recorded for ${seconds} s`, seconds * 1000 + patience, async () => {
    const { Presences } = await ask<{ Presences: { vehicle_id: string; device_id: string; status: string }[] }>('GET', '/org/demo/vehicles/presence', undefined, token);
    let left = n;
    for (const { vehicle_id, device_id, status } of Presences) {
      if (status === 'MOVING' && (await hasRecorded(device_id, seconds, token).catch(() => false)) && left-- === 0) {
        found = vehicle_id;
        return true;
      }
    }
    return false;
  });
  return found ?? '';
}

/** By the demonstration's clock, which is London's. Throws if the device does not answer. */
async function hasRecorded(device: string, seconds: number, token: string): Promise<boolean> {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
  const { intervals } = await ask<Recordings>('POST', `/org/demo/devices/id/${device}/recordingtimes`, { type: 'video', date }, token);
  return intervals.some(({ ch, start, hasEnd }) => ch === 1 && !hasEnd && intervals.some((before) => before.ch === 1 && Math.abs(before.end - start) < 3 && start - before.start >= seconds));
}
