import { shellInfoSchema, type RemoteInfo, type ShellInfo } from '../session';

/** What a test says about the user; all else is a fleet manager of the demo organisation. */
export interface ShellInfoOptions {
  /** Permission names; everything is allowed without them. */
  granted?: string[];
  ignore?: number;
  locale?: string;
  units?: string;
  role?: string;
  remotes?: Partial<RemoteInfo>[];
  /** What plugins without a remote contribute. */
  contributions?: { plugin: string; alert_types?: unknown[]; vehicle_data?: unknown[]; user_picture?: string }[];
  off?: ShellInfo['off'];
  /** Whether plugins are on their first start. */
  starting?: boolean;
  /** The organisation's, such as `go` of those with the driver app. */
  services?: string[];
  /** Of how many vehicles presence is no longer pushed; 0: it always is. */
  mostPushed?: number;
  /** What screens remembered; see saveUi. */
  ui?: Record<string, unknown>;
}

/** An answer of GET /api/shell for tests. */
export function aShellInfo({ granted, ignore, locale = 'en-GB', units = 'Imperial GB', role = 'FLEET_MANAGER', remotes = [], contributions = [], off = [], starting = false, services = [], mostPushed = 0, ui = {} }: ShellInfoOptions = {}): ShellInfo {
  return shellInfoSchema.parse({
    session: {
      user: { id: 'u1', email: 'manager@demo.test', Profile: { firstname: 'Amelia', lastname: 'Marsh' }, Role: { name: role }, Node: { id: 'north-west' }, user_group: 'North West' },
      Org: { id: 'demo', name: 'Demo Haulage', countryCode: 'GB', locale: 'en-GB', zone: 'Europe/London' },
      permissions: { ignore: ignore ?? (granted ? 0 : 2), granted: granted ?? [] },
      services,
      preferences: { global: { locale, units }, app: { outrider: { version: 1, ui } } },
    },
    plugins: [...contributions.map(({ plugin, ...declared }) => ({ id: plugin, name: plugin, version: '0.1.0', state: 'ready', ...declared })), ...remotes.map((remote) => ({
      id: remote.name ?? 'demo',
      name: remote.name ?? 'demo',
      version: '0.1.0',
      state: 'ready',
      remote: { name: 'demo', entry_url: '/remotes/demo/1/remoteEntry.js', digest: '1', ...remote },
    }))],
    off,
    starting,
    push: { mode: 'live', most_vehicles: mostPushed },
  });
}
