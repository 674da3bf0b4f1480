import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { offerIssuers, whyNot } from './issuers';
import { loadTexts } from './texts';

describe('sign-in by another site', () => {
  const offered = async (answer: Response, query = '') => {
    network.use(http.get('/api/auth/issuers', () => answer));
    const form = document.createElement('form');
    await offerIssuers(await loadTexts(['en']), new URLSearchParams(query), form);
    return [...form.querySelectorAll('a')];
  };

  it('is offered for each site, and leads back to where the user was going', async () => {
    const [link] = await offered(HttpResponse.json([{ id: 'acme', name: 'Acme' }]), 'next=/map-view&org_id=rival');
    expect(link?.textContent).toBe('Continue with Acme');
    expect(link?.getAttribute('href')).toBe('/api/auth/handover?issuer=acme&return=%2Fmap-view&org_id=rival');
  });

  it('is not offered without a site, or an answer', async () => {
    expect(await offered(HttpResponse.json([]))).toEqual([]);
    expect(await offered(HttpResponse.error())).toEqual([]);
    expect(await offered(new HttpResponse(null, { status: 503 }))).toEqual([]);
    expect(await offered(HttpResponse.json({ id: 'acme' }))).toEqual([]);
  });

  it('says why it failed, for the reasons that there are', async () => {
    const t = await loadTexts(['en']);
    expect(whyNot(t, new URLSearchParams('reason=handover-unverified'))).toBe('The other site has not verified your email address.');
    expect(whyNot(t, new URLSearchParams('reason=<b>'))).toBeUndefined();
  });
});
