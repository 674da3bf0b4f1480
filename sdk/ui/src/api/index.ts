import type { z } from 'zod';

import { session } from '../session/current';
import { ApiClient, type RequestOptions } from './client';

export { ApiError, kindOf, type ErrorKind, type FieldError } from '../errors/api-error';
export { retryAfter } from '../errors/problem';
export { readOnlyEvent, type RequestOptions } from './client';

const client = new ApiClient(session);

/**
 * Reads from the API: `get('/org/{orgId}/vehicles', vehiclesSchema, { signal })`. The path is written without /api;
 * `{orgId}` becomes the session's organisation.
 */
export function get<T>(path: string, schema: z.ZodType<T>, options?: RequestOptions): Promise<T> {
  return client.request('GET', path, schema, undefined, options);
}

/** Posts `body`; the answer is parsed by `schema`, or ignored without one. */
export function post<T = void>(path: string, body?: unknown, schema?: z.ZodType<T>, options?: RequestOptions): Promise<T> {
  return client.request('POST', path, schema, body, options);
}

/** Posts `body`; the answer is a file. */
export async function postForFile(path: string, body: unknown, options?: RequestOptions): Promise<Blob> {
  return (await client.answer('POST', path, body, options)).blob();
}

/** Reads what is no JSON, such as a file or a stream; an answer that is a refusal is thrown. */
export function getAnswer(path: string, options?: RequestOptions): Promise<Response> {
  return client.answer('GET', path, undefined, options);
}

/** Posts `body`; the answer is a stream. */
export function postForAnswer(path: string, body: unknown, options?: RequestOptions): Promise<Response> {
  return client.answer('POST', path, body, options);
}

/** Puts `body`; see {@link post}. */
export function put<T = void>(path: string, body?: unknown, schema?: z.ZodType<T>, options?: RequestOptions): Promise<T> {
  return client.request('PUT', path, schema, body, options);
}

/** Deletes; some calls of the catalogue carry a body. */
export function del<T = void>(path: string, body?: unknown, schema?: z.ZodType<T>, options?: RequestOptions): Promise<T> {
  return client.request('DELETE', path, schema, body, options);
}
