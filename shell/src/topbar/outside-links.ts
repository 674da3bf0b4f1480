import type { SessionInfo } from '@outrider/sdk';

/** A site outside the product. */
export interface OutsideLink {
  name: 'help' | 'driverHours' | 'telematics' | 'safetyCentre' | 'assets';
  /** Absent where the configuration has none. */
  url: string | undefined;
  /** Why the user may not go there: the organisation has not this service. */
  refusal?: 'noService';
}

const companyIndexRoles = ['SYS_ADMIN', 'SYSTEM_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'];
const landingRoles = ['ORG_ADMIN', 'GROUP_ADMIN', 'FLEET_MANAGER'];

/** The sites that this user is offered. The safety centre has a place for each role; services decide about it and driver hours. */
export function outsideLinks(links: Record<string, string>, { user, services }: SessionInfo): OutsideLink[] {
  const own = Array.isArray(user.services) ? user.services : (user.services ?? '').split(',').map((name) => name.trim());
  const has = (service: string) => services.includes(service) || own.includes(service);
  const forService = (service: string) => (has(service) ? {} : { refusal: 'noService' as const });
  return [
    { name: 'help', url: links['help'] },
    { name: 'driverHours', url: links['driverHours'], ...forService('driverHours') },
    { name: 'telematics', url: links['telematics'] },
    { name: 'safetyCentre', url: safetyCentre(links['safetyCentre'], user.Role.name), ...forService('safetyCentre') },
    { name: 'assets', url: links['assets'] },
  ];
}

function safetyCentre(base: string | undefined, role: string): string | undefined {
  if (!base) {
    return undefined;
  }
  const landing = landingRoles.includes(role) && !companyIndexRoles.includes(role);
  return `${base.replace(/\/$/, '')}${landing ? '/landing/dashboard' : '/company/index'}`;
}
