import type { SessionInfo } from '@outrider/sdk';

import type { ProviderList } from './provider-list';

/** A site outside the product. */
export interface OutsideLink {
  name: 'help' | 'driverHours' | 'telematics' | 'safetyCentre' | 'assets';
  /** Absent where nobody has set one. */
  url: string | undefined;
  /** What the organisation's provider is called. */
  provider?: string | undefined;
  /** Why the user may not go there: the organisation has not this service, or nobody has set an address. */
  refusal?: 'noService' | 'noAddress';
}

const companyIndexRoles = ['SYS_ADMIN', 'SYSTEM_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'];
const landingRoles = ['ORG_ADMIN', 'GROUP_ADMIN', 'FLEET_MANAGER'];

/** The sites that there are for this user. The safety centre has a place for each role; services decide about it and driver hours, whose site is the organisation's provider's, as that of telematics is. */
export function outsideLinks(links: Record<string, string>, { user, services }: SessionInfo, providers?: ProviderList): OutsideLink[] {
  const own = Array.isArray(user.services) ? user.services : (user.services ?? '').split(',').map((name) => name.trim());
  const has = (service: string) => services.includes(service) || own.includes(service);
  const site = (name: OutsideLink['name'], url: string | undefined, needs?: string, provider?: string): OutsideLink => {
    const refusal = needs !== undefined && !has(needs) ? 'noService' : url ? undefined : 'noAddress';
    return { name, url: url || undefined, ...(provider && url ? { provider } : {}), ...(refusal ? { refusal } : {}) };
  };
  return [
    site('help', links['help']),
    site('driverHours', providers?.driverHoursProviderUrl || links['driverHours'], 'driverHours', providers?.driverHoursProviderName),
    site('telematics', providers?.telematicsProviderUrl || links['telematics'], undefined, providers?.telematicsProviderName),
    site('safetyCentre', safetyCentre(links['safetyCentre'], user.Role.name), 'safetyCentre'),
    site('assets', links['assets']),
  ];
}

function safetyCentre(base: string | undefined, role: string): string | undefined {
  if (!base) {
    return undefined;
  }
  const landing = landingRoles.includes(role) && !companyIndexRoles.includes(role);
  return `${base.replace(/\/$/, '')}${landing ? '/landing/dashboard' : '/company/index'}`;
}
