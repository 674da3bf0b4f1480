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
    expect(link('driverHours', 'ORG_ADMIN', ['driverHours'])?.refusal).toBeUndefined();
  });

  it('have no address where none is configured', () => {
    expect(link('telematics', 'ORG_ADMIN', [])?.url).toBeUndefined();
    expect(link('assets', 'ORG_ADMIN', [])?.url).toBe('https://assets.test');
  });
});
