import * as z from 'zod';
import { expect, expectTypeOf, test } from 'vitest';

import { setShellInfo } from '../session';
import { aShellInfo, FakeApi } from '../testing';
import { apiOf } from './api-of';

/** What openapi-typescript makes of two operations. */
interface Paths {
  '/api/org/{orgId}/tyres/sets': {
    get: { parameters: { path: { orgId: string } }; responses: { 200: { content: { 'application/json': { sets: { id: string; worn: number }[] } } } } };
    post: { parameters: { path: { orgId: string } }; requestBody: { content: { 'application/json': { name: string } } }; responses: { 201: { content: { 'application/json': { id: string } } } } };
    put: { parameters: { path: { orgId: string } }; requestBody: { content: { 'application/json': { checked: boolean } } }; responses: { 204: { content?: never } } };
    delete?: never;
  };
  '/api/org/{orgId}/tyres/sets/{id}': {
    get?: never;
    delete: { parameters: { path: { orgId: string; id: string } }; responses: { 204: { content?: never } } };
  };
}

const api = apiOf<Paths>();
const sets = z.object({ sets: z.array(z.object({ id: z.string(), worn: z.number() })) });
const unsaid: z.ZodType<z.output<typeof sets>> = sets;

test('asks as the types say, and puts the parts of an address in their places', async () => {
  setShellInfo(aShellInfo());
  const fake = new FakeApi();
  await fake.install('tyres', {});
  fake.answers['GET /tyres/sets'] = { sets: [{ id: 's/1', worn: 0.4 }] };
  fake.answers['DELETE /tyres/sets/s%2F1'] = { status: 204 };
  const found = await api.get('/org/{orgId}/tyres/sets', sets);
  expectTypeOf(found).toEqualTypeOf<{ sets: { id: string; worn: number }[] }>();
  expect(found.sets[0]?.worn).toBe(0.4);
  fake.answers['PUT /tyres/sets'] = { status: 204 };
  await api.put('/org/{orgId}/tyres/sets', { checked: true }, undefined);
  await api.del('/org/{orgId}/tyres/sets/{id}', { parts: { id: 's/1' } });
  expect(fake.calls.map(({ call }) => call)).toEqual(['GET /tyres/sets', 'PUT /tyres/sets', 'DELETE /tyres/sets/s%2F1']);
});

test('what the plugin does not have, take or answer is an error of the compiler', () => {
  const never = () => {
    // @ts-expect-error there is no such address
    void api.get('/org/{orgId}/tyres/set', sets);
    // @ts-expect-error it is read by GET, not deleted
    void api.del('/org/{orgId}/tyres/sets');
    // @ts-expect-error a set has no pressure
    void api.get('/org/{orgId}/tyres/sets', z.object({ sets: z.array(z.object({ id: z.string(), pressure: z.number() })) }));
    // @ts-expect-error nor has it one now and then
    void api.get('/org/{orgId}/tyres/sets', z.object({ sets: z.array(z.object({ id: z.string(), pressure: z.number().nullish() })).nullish() }));
    // @ts-expect-error its wear is a number
    void api.get('/org/{orgId}/tyres/sets', z.object({ sets: z.array(z.object({ worn: z.string() })) }));
    // @ts-expect-error it does not say what it reads
    void api.get('/org/{orgId}/tyres/sets', unsaid);
    // @ts-expect-error nor does this
    void api.get('/org/{orgId}/tyres/sets', z.unknown());
    // @ts-expect-error nothing is answered
    void api.put('/org/{orgId}/tyres/sets', { checked: true }, z.object({ name: z.string() }));
    // @ts-expect-error a set has a name
    void api.post('/org/{orgId}/tyres/sets', {}, z.object({ id: z.string() }));
    // @ts-expect-error it does not say which one
    void api.del('/org/{orgId}/tyres/sets/{id}');
  };
  expect(never).toBeTypeOf('function');
});
