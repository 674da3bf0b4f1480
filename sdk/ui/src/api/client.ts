import type { z } from 'zod';

import { ApiError } from '../errors/api-error';
import { readProblem } from '../errors/problem';
import { traceparent } from './traceparent';

/** Who the caller is; the session implements it. */
export interface Credentials {
  /** The access token, or undefined while nobody is signed in. */
  token(): string | undefined;
  /** The organisation that `{orgId}` in a path stands for. */
  orgId(): string | undefined;
  /** Gets a newer token than `used`; rejects when nobody is signed in any more. */
  renew(used: string | undefined): Promise<void>;
  /** The group that the user narrowed the portal to. */
  groupId?(): string | undefined;
}

export interface RequestOptions {
  /** Cancels the call, as TanStack Query does for a screen that was left. */
  signal?: AbortSignal;
  /** Query parameters; undefined ones are left out, a list is repeated. */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  /** Asks only for what lies in the group that the user narrowed the portal to. For what pages show, not for choices that forms offer. */
  narrow?: boolean;
}

/** What the window hears when a change was refused to who sees the portal as somebody else. */
export const readOnlyEvent = 'outrider-read-only';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls the API under /api with the session's token. Answers are parsed, never cast; failures are {@link ApiError}s. */
export class ApiClient {
  readonly #credentials: Credentials;
  readonly #fetch: typeof fetch;

  constructor(credentials: Credentials, fetcher: typeof fetch = (...args) => fetch(...args)) {
    this.#credentials = credentials;
    this.#fetch = fetcher;
  }

  /** Sends one call. A refused token is renewed once and the call repeated. */
  async request<T>(method: Method, path: string, schema: z.ZodType<T> | undefined, body?: unknown, options: RequestOptions = {}): Promise<T> {
    return parse(await this.answer(method, path, body, options), schema);
  }

  /** The answer of a call as it came: for files. */
  async answer(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<Response> {
    const used = this.#credentials.token();
    let response = await this.#send(method, path, body, options);
    if (response.status === 401) {
      await this.#credentials.renew(used);
      response = await this.#send(method, path, body, options);
    }
    if (!response.ok) {
      const problem = await readProblem(response);
      if (problem.kind === 'read_only') {
        window.dispatchEvent(new Event(readOnlyEvent));
      }
      throw problem;
    }
    return response;
  }

  async #send(method: Method, path: string, body: unknown, { signal, query, narrow }: RequestOptions): Promise<Response> {
    const headers = new Headers({ Accept: 'application/json', 'Accept-Language': document.documentElement.lang || 'en', Traceparent: traceparent() });
    const token = this.#credentials.token();
    if (token) {
      headers.set('Authorization', `Bearer ${token}`);
    }
    const group = narrow ? this.#credentials.groupId?.() : undefined;
    if (group) {
      headers.set('Outrider-Group', group);
    }
    if (body !== undefined) {
      headers.set('Content-Type', 'application/json');
    }
    try {
      return await this.#fetch(this.#url(path, query), {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        ...(signal ? { signal } : {}),
      });
    } catch (cause) {
      if (signal?.aborted) {
        throw cause;
      }
      throw new ApiError({ kind: 'offline', status: 0, title: 'The server cannot be reached.', cause });
    }
  }

  #url(path: string, query: RequestOptions['query']): string {
    const filled = path.replace('{orgId}', encodeURIComponent(this.#credentials.orgId() ?? ''));
    const parameters = Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : typeof value === 'object' ? value.map((one) => [key, one]) : [[key, String(value)]],
    );
    const search = new URLSearchParams(parameters).toString();
    return `/api${filled}${search ? `?${search}` : ''}`;
  }
}

async function parse<T>(response: Response, schema: z.ZodType<T> | undefined): Promise<T> {
  if (!schema) {
    return undefined as T;
  }
  const answer: unknown = await response.json().catch(() => undefined);
  const parsed = schema.safeParse(answer);
  if (!parsed.success) {
    throw new ApiError({ kind: 'unexpected', status: response.status, title: 'Could not load data.', cause: parsed.error });
  }
  return parsed.data;
}
