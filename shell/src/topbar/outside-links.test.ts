import { aShellInfo } from '@outrider/sdk/testing';
import { describe, expect, it } from 'vitest';

import { outsideLinks } from './outside-links';

const links = { safetyCentre: 'https://safety.test/', assets: 'https://assets.test' };

function link(name: string, role: string, services: string[]) {
  const { session } = aShellInfo({ role });
  return outsideLinks(links, { ...session, services }).find((one) => one.name === name);
}

describe('links out', () => {
  it.each([
    ['SYSTEM_ADMIN', 'https://safety.test/company/index'],
    ['SUPPORT_LEAD', 'https://safety.test/company/index'],
    ['ORG_ADMIN', 'https://safety.test/landing/dashboard'],
    ['FLEET_MANAGER', 'https://safety.test/landing/dashboard'],
    ['DRIVER', 'https://safety.test/company/index'],
  ])('lead a %s to the place of that role', (role, url) => {
    expect(link('safetyCentre', role, ['safetyCentre'])).toEqual({ name: 'safetyCentre', url });
  });

  it('are refused without the service', () => {
    expect(link('safetyCentre', 'ORG_ADMIN', [])?.refusal).toBe('noService');
    expect(link('driverHours', 'ORG_ADMIN', [])?.refusal).toBe('noService');
  });

  it('of driver hours and telematics are those of the organisation’s provider', () => {
    const { session } = aShellInfo({ role: 'ORG_ADMIN' });
    const providers = { driverHoursProviderName: 'Acme Hours', driverHoursProviderUrl: 'https://hours.test', telematicsProviderName: 'Acme', telematicsProviderUrl: '' };
    const found = outsideLinks({ ...links, telematics: 'https://telematics.test' }, { ...session, services: ['driverHours'] }, providers);
    expect(found.find(({ name }) => name === 'driverHours')).toEqual({ name: 'driverHours', url: 'https://hours.test', provider: 'Acme Hours' });
    expect(found.find(({ name }) => name === 'telematics')?.url).toBe('https://telematics.test');
  });

  it('are disabled where nobody has set an address', () => {
    expect(link('telematics', 'ORG_ADMIN', [])).toEqual({ name: 'telematics', url: undefined, refusal: 'noAddress' });
    expect(link('driverHours', 'ORG_ADMIN', ['driverHours'])?.refusal).toBe('noAddress');
    expect(link('assets', 'ORG_ADMIN', [])?.url).toBe('https://assets.test');
  });
});
