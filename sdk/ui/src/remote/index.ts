export { Boundary } from './boundary';
export type { Command, CommandSource } from './commands';
export { defineRemote, type DefineRemoteOptions, type RemoteLifecycles, type RemoteProps } from './define-remote';
export { ExtensionSlot } from './extension-slot';
export { createQueryClient } from './query-client';
export { RemoteFailure } from './remote-failure';
export { RemoteLoadError, type RemoteErrorReason } from './remote-error';
export { RemotePart } from './remote-part';
export { contributionsTo, loadRemoteModule, setModuleLoader, type Contribution, type ModuleAddress } from './slots';
