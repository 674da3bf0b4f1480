import { describe, expect, it, vi } from 'vitest';

import { addressOf, curlOf, missing } from './call';
import { documentSchema, operationsOf, search, type Operation } from './document';
import { example, schemaText } from './schema-text';

vi.mock('@outrider/sdk', () => ({ session: { token: () => 't' } })); // the session opens a channel between tabs

const document = documentSchema.parse({
  paths: {
    '/api/org/{orgId}/vehicles/{id}': {
      put: {
        tags: ['vehicles'],
        summary: 'Change a vehicle',
        parameters: [
          { name: 'orgId', in: 'path', required: true },
          { name: 'id', in: 'path', required: true },
          { name: 'dry', in: 'query' },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Vehicle' } } } },
        'x-outrider-lock': { kind: 'ALL_OF', permissions: ['updateVehicle'] },
      },
    },
    '/api/ws': { get: { tags: ['host'], 'x-outrider-lock': { kind: 'PUBLIC', permissions: null } } },
  },
  components: {
    schemas: {
      Vehicle: { type: 'object', required: ['name'], properties: { name: { type: 'string', description: 'Shown' }, parts: { type: 'array', items: { $ref: '#/components/schemas/Vehicle' } } } },
    },
  },
});
const operations = operationsOf(document);
const change = operations.find(({ method }) => method === 'PUT') as Operation;

describe('the API page', () => {
  it('lists operations by plugin and finds them by path, permission and plugin', () => {
    expect(operations.map(({ plugin }) => plugin)).toEqual(['host', 'vehicles']);
    expect(search(operations, 'put UPDATEVehicle')).toEqual([change]);
    expect(search(operations, 'nothing')).toEqual([]);
  });

  it('writes shapes as types and ends where one holds itself', () => {
    const schema = change.requestBody?.content?.['application/json']?.schema;
    expect(schemaText(schema, document.components.schemas)).toBe('{\n  name: string  // Shown\n  parts?: Vehicle[]\n}');
    expect(example(schema, document.components.schemas)).toEqual({ name: '' });
  });

  it('fills in addresses, says what is missing and quotes for a shell', () => {
    const filled = { parameters: { orgId: 'demo', id: 'a/b', dry: 'true' }, body: `{"name":"O'Neil"}` };
    expect(addressOf(change, filled)).toBe('/api/org/demo/vehicles/a%2Fb?dry=true');
    expect(missing(change, { parameters: { orgId: 'demo' }, body: '' })).toEqual(['id']);
    expect(curlOf(change, filled, 'https://portal.test')).toContain(`-d '{"name":"O'\\''Neil"}'`);
    expect(curlOf(change, filled, 'https://portal.test')).toContain('"Authorization: Bearer $TOKEN"');
  });
});
