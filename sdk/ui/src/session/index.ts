export { chooseGroup, chosenGroup, onChosenGroup, useChosenGroup, type ChosenGroup } from './chosen-group';
export { clearMark, enterOrganisation, leaveOrganisation, markedOrg } from './cross-browsing';
export { setOwnAvatar, useOwnAvatar } from './own-avatar';
export { session, tabChannel, tokens } from './current';
export { onShellInfo, setShellInfo, shellInfo, useSession, useShellInfo } from './shell-store';
export { preferencesSchema, shellInfoSchema } from './shell-info';
export type { NavigationEntry, PluginInfo, RemoteInfo, RemoteRoute, SessionInfo, ShellInfo, WidgetInfo } from './shell-info';
export { refreshEveryMs, TokenKeeper } from './token-keeper';
export type { SignedOutReason, TabMessage, TabParts } from './token-parts';
