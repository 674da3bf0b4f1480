import { spawn, type ChildProcess } from 'node:child_process';

import { adminToken, ask } from './ask';
import { MqttDevice, type Command } from './mqtt';
import { until } from './until';

const patience = 60_000;

/** A vehicle of the demonstration whose cameras show what ffmpeg makes. */
export interface CameraDevice {
  vehicleId: string;
  /** ffmpeg's options from now on: how pictures are coded. */
  sends: (...options: string[]) => void;
  /** Publishes in another way to the same address at once, as a device that connects anew. */
  again: (...options: string[]) => void;
  /** Kills what publishes now, as a power cut would. */
  kill: () => void;
  /** When the first channel's publisher first ended since `sends`, in Unix milliseconds, 0 before: it ends at once where the server takes nothing of it. */
  refusedAt: () => number;
  /** Takes the vehicle away again. */
  end: () => Promise<void>;
}

/** Adds a vehicle with a device of so many channels, which is online. */
export async function cameraDevice(id: string, channels: number): Promise<CameraDevice> {
  const token = await adminToken();
  const { id: vehicleId } = await ask<{ id: string }>('POST', '/org/demo/vehicles', { vehicle_name: id, vehicle_type: 'van', node: 'demo' }, token);
  const { key } = await ask<{ key: string }>('POST', '/org/demo/devices', { device_id: id, model: 'JH8' }, token);
  await ask('PUT', `/org/demo/vehicles/${vehicleId}/devices/${id}`, { is_defaultdevice: true }, token).catch(() => undefined); // it has no body
  let options: string[] = [];
  let refusedAt = 0;
  const publishers = new Map<string, ChildProcess>();
  const urls = new Map<string, string>();
  const obey = ({ id: command, type, data }: Command) => {
    if (type === 'start_stream') {
      device.publish('replies', { id: command, status: 'accepted' });
      urls.set(String(data.session), String(data.url));
      const publishes = publisher(String(data.url), options);
      publishers.set(String(data.session), publishes);
      if (data.channel === 1) publishes.once('exit', () => (refusedAt ||= Date.now()));
      return;
    }
    publishers.get(String(data.session))?.kill('SIGKILL');
    urls.delete(String(data.session));
    device.publish('replies', { id: command, status: 'done' });
  };
  const device = new MqttDevice(Number(process.env.E2E_MQTT_PORT), id, key, obey);
  await until('the gateway lets the camera in', patience, () => device.open().then(() => true, () => false));
  const list = Array.from({ length: channels }, (_, i) => ({ id: i + 1, name: `Camera ${i + 1}`, enabled: true }));
  device.publish('status', { model: 'JH8', firmware: '4.2.0', components: [{ type: 'camera', dmsChannel: 0, channels: list }] });
  const report = () => device.publish('telemetry', { time: Date.now(), lat: 51.5072, lng: -0.1276, speed_kmh: 30, heading_deg: 90, ignition: true });
  report();
  const reporting = setInterval(report, 5_000);
  await until('the camera is online', patience, async () => {
    const { Presences } = await ask<{ Presences: { vehicle_id: string; status: string }[] }>('GET', '/org/demo/vehicles/presence', undefined, token);
    return Presences.some(({ vehicle_id, status }) => vehicle_id === vehicleId && status === 'MOVING');
  });
  const kill = () => publishers.forEach((one) => one.kill('SIGKILL'));
  return {
    vehicleId,
    sends: (...next) => {
      options = next;
      refusedAt = 0;
    },
    again: (...next) => urls.forEach((url, session) => {
      publishers.set(session, publisher(url, next)); // the server hangs up on the one before
    }),
    kill,
    refusedAt: () => refusedAt,
    end: async () => {
      clearInterval(reporting);
      kill();
      device.close();
      const now = await adminToken();
      await ask('DELETE', `/org/demo/vehicles/${vehicleId}`, undefined, now).catch(() => undefined);
      await ask('DELETE', `/org/demo/devices/${id}`, undefined, now).catch(() => undefined);
    },
  };
}

/** ffmpeg, as a camera that publishes a test picture. */
function publisher(url: string, options: readonly string[]): ChildProcess {
  const source = ['-v', 'error', '-nostdin', '-re', '-f', 'lavfi', '-i', 'testsrc2=size=352x288:rate=10', '-pix_fmt', 'yuv420p'];
  return spawn('ffmpeg', [...source, ...options, '-f', 'rtsp', '-rtsp_transport', 'tcp', url], { stdio: 'ignore' });
}
