import { hasPermission } from '../permissions/permissions';
import { shellInfo } from '../session';

/** A module of a remote, as the shell's loader finds it. */
export interface ModuleAddress {
  /** The remote's name. */
  remote: string;
  /** The module that its manifest names, `./palette`. */
  module: string;
}

/** One part that a remote contributes to a slot. */
export interface Contribution extends ModuleAddress {
  plugin: string;
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

/** What remotes contribute to `slot`, as far as the user may see it; known before any of their code loads. */
export function contributionsTo(slot: string): Contribution[] {
  return (shellInfo()?.plugins ?? []).flatMap(({ id, remote }) =>
    (remote?.slots ?? [])
      .filter((one) => one.slot === slot && hasPermission(one.permission))
      .map(({ module }) => ({ plugin: id, remote: remote?.name ?? id, module })),
  );
}
