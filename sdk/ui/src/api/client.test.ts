import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { network } from '../testing';
import { ApiClient } from './client';
import { retryAfter } from '../errors/problem';

const vehicles = z.object({ Vehicles: z.array(z.string()) });
const at = 'http://portal.test/api/org/demo/vehicles';

function clientWith(tokens: string[]) {
  let current = 0;
  const renew = vi.fn(async () => void (current += 1));
  return { client: new ApiClient({ token: () => tokens[current], orgId: () => 'demo', renew }), renew };
}

describe('the API client', () => {
  it('sends the token and fills in the organisation', async () => {
    const { client } = clientWith(['t1']);
    network.use(
      http.get(at, ({ request }) => {
        expect(request.headers.get('Authorization')).toBe('Bearer t1');
        expect(new URL(request.url).search).toBe('?online=true');
        return HttpResponse.json({ Vehicles: ['a'] });
      }),
    );
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles, undefined, { query: { online: true, group: undefined } })).resolves.toEqual({ Vehicles: ['a'] });
  });

  it('renews a refused token once and sends again', async () => {
    const { client, renew } = clientWith(['old', 'new']);
    network.use(
      http.get(at, ({ request }) =>
        request.headers.get('Authorization') === 'Bearer new' ? HttpResponse.json({ Vehicles: [] }) : HttpResponse.json({ kind: 'signed_out' }, { status: 401 }),
      ),
    );
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles)).resolves.toEqual({ Vehicles: [] });
    expect(renew).toHaveBeenCalledWith('old');
  });

  it('does not renew for ever', async () => {
    const { client, renew } = clientWith(['a', 'b', 'c']);
    network.use(http.get(at, () => HttpResponse.json({ kind: 'signed_out', title: 'Signed out' }, { status: 401 })));
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles)).rejects.toMatchObject({ kind: 'signed_out', message: 'Signed out' });
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('reads problems: kind, sentence, fields and pause', async () => {
    const { client } = clientWith(['t']);
    network.use(
      http.put(at, () =>
        HttpResponse.json(
          { kind: 'invalid', title: 'The vehicle is not valid.', errors: [{ location: 'body.vin', message: 'A VIN has 17 characters.' }] },
          { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
        ),
      ),
    );
    await expect(client.request('PUT', '/org/{orgId}/vehicles', undefined, { vin: 'x' })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The vehicle is not valid.',
      errors: [{ location: 'body.vin', message: 'A VIN has 17 characters.' }],
    });
    network.use(http.get(at, () => new HttpResponse('gateway', { status: 503, headers: { 'Retry-After': '7' } })));
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles)).rejects.toMatchObject({ kind: 'unavailable', retryAfterS: 7 });
  });

  it('calls an answer of another shape unexpected, never casts it', async () => {
    const { client } = clientWith(['t']);
    network.use(http.get(at, () => HttpResponse.json({ Vehicles: 'many' })));
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles)).rejects.toMatchObject({ kind: 'unexpected', message: 'Could not load data.' });
  });

  it('tells a dead network from a call that was cancelled', async () => {
    const { client } = clientWith(['t']);
    network.use(http.get(at, () => HttpResponse.error()));
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles)).rejects.toMatchObject({ kind: 'offline' });
    const leave = new AbortController();
    leave.abort();
    await expect(client.request('GET', '/org/{orgId}/vehicles', vehicles, undefined, { signal: leave.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('retryAfter', () => {
  it.each([
    ['12', 12],
    ['-3', 0],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 20],
    ['soon', undefined],
    [null, undefined],
  ])('reads %s as %s', (header, want) => {
    expect(retryAfter(header, 10_000)).toBe(want);
  });
});
