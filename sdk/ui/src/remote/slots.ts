import { hasPermission } from '../permissions/permissions';
import { shellInfo } from '../session';

/** A module of a remote, as the shell's loader finds it. */
export interface ModuleAddress {
  /** The remote's name. */
  remote: string;
  /** The module that its manifest names, `./palette`. */
  module: string;
}

/** What a manifest says of one part of a slot, before any code of it loads. */
export interface Announcement {
  plugin: string;
  /** The remote's name. */
  remote: string;
  /** Names the part within its place; the module's path where the manifest has none. */
  id: string;
  /** What the user knows it as; absent where the place shows no name. */
  label?: Record<string, string>;
  icon?: string;
  /** The page that it leads to. */
  path?: string;
  /** The module that fills the place; absent in `toolbar-icons` that lead to a page. */
  module?: string;
  order: number;
  /** Of a part of an alert: the types for which it is shown; absent for all. */
  alertTypes?: readonly string[];
  /** False: the user lacks its permission. Only places with disabled entries show it then. */
  isAllowed: boolean;
}

/** One part that a remote contributes to a slot and that the user may see. */
export interface Contribution extends Announcement, ModuleAddress {
  module: string;
}

type LoadModule = (address: ModuleAddress) => Promise<unknown>;

let loadModule: LoadModule = () => Promise.reject(new Error('the shell has not set a loader of remotes'));

/** Sets how modules of remotes are loaded; the shell does so once, tests bring their own. */
export function setModuleLoader(load: LoadModule): void {
  loadModule = load;
}

/** Loads a module of a remote; rejects when its code cannot be had. */
export function loadRemoteModule(address: ModuleAddress): Promise<unknown> {
  return loadModule(address);
}

/** All that remotes announce for `slot`, in the order of the manifests; also what the user may not use. */
export function announcedFor(slot: string): Announcement[] {
  return (shellInfo()?.plugins ?? [])
    .flatMap(({ id: plugin, remote }) =>
      (remote?.slots ?? [])
        .filter((one) => one.slot === slot)
        .map(({ id, module, label, icon, path, order = 1000, permission, alert_types }) => ({
          plugin,
          remote: remote?.name ?? plugin,
          id: id ?? module ?? plugin,
          order,
          isAllowed: hasPermission(permission),
          ...(label ? { label } : {}),
          ...(icon ? { icon } : {}),
          ...(path ? { path } : {}),
          ...(module ? { module } : {}),
          ...(alert_types ? { alertTypes: alert_types } : {}),
        })),
    )
    .sort((a, b) => a.order - b.order);
}

/** What remotes contribute to `slot` for an alert of a type. */
export function contributionsForAlert(slot: 'alert-evidence' | 'alert-header', alertType: string): Contribution[] {
  return contributionsTo(slot).filter(({ alertTypes }) => !alertTypes || alertTypes.includes(alertType));
}

/** What remotes contribute to `slot`, as far as the user may see it; known before any of their code loads. */
export function contributionsTo(slot: string): Contribution[] {
  return announcedFor(slot).filter((one): one is Contribution => one.isAllowed && one.module !== undefined);
}
