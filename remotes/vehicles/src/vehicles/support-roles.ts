/** The roles that support every organisation: `isAdminUser` for tabs, and the raw settings of a device. */
export const supportRoles: ReadonlySet<string> = new Set(['SYS_ADMIN', 'SYSTEM_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD']);
