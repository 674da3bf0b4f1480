export { allows, Can, hasPermission, usePermission, type Permissions } from './permissions';
