/** All that a remote needs. MUI's parts are in `@outrider/sdk/mui`, the maps' in `@outrider/sdk/map`. */
export * from './api';
export { apiOf, type Api } from './api/api-of';
export * from './buttons';
export * from './feedback';
export * from './files';
export * from './forms';
export * from './i18n';
export * from './icons';
export * from './permissions';
export * from './preferences';
export * from './push';
export * from './remote';
export * from './session';
export * from './states';
export * from './theme';
export * from './units';
