import { useRoleOptions } from '../people/roles';

/** The support roles, whose permissions are fixed. */
const fixed = ['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'];

/** The roles that can be edited. */
export function useEditableRoles(): { value: string; label: string }[] {
  return useRoleOptions().filter(({ value }) => !fixed.includes(value));
}
