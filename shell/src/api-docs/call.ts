import { session } from '@outrider/sdk';

import type { Operation } from './document';

/** What a person filled in: parameters by name, and the body's text. */
export interface Filled {
  parameters: Record<string, string>;
  body: string;
}

/** What came back. */
export interface Answer {
  status: number;
  durationMs: number;
  type: string;
  text: string;
}

const longest = 200_000;

/** The address of a call; what is not filled in stays as the template writes it. */
export function addressOf(operation: Operation, { parameters }: Filled): string {
  const path = operation.path.replace(/\{([^}.]+)(?:\.\.\.)?\}/g, (whole, name: string) => (parameters[name] ? encodeURIComponent(parameters[name]) : whole));
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters) {
    if (place === 'query' && parameters[name]) {
      query.set(name, parameters[name]);
    }
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The parameters of the path that still lack a value. */
export function missing(operation: Operation, { parameters }: Filled): string[] {
  return operation.parameters.filter(({ name, in: place, required }) => (place === 'path' || required) && place !== 'header' && !parameters[name]).map(({ name }) => name);
}

/** The same call for a terminal. The token is named, not shown: it would stay in the shell's history. */
export function curlOf(operation: Operation, filled: Filled, origin: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [`curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${quoted(origin + addressOf(operation, filled))}`];
  if (operation['x-outrider-lock']?.kind.toLowerCase() !== 'public') {
    parts.push('-H "Authorization: Bearer $TOKEN"');
  }
  if (operation.requestBody) {
    parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(filled.body)}`);
  }
  return parts.join(' \\\n  ');
}

/** Sends the call with this tab's own session. */
export async function send(operation: Operation, filled: Filled): Promise<Answer> {
  const began = performance.now();
  const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${session.token() ?? ''}` });
  if (operation.requestBody) {
    headers.set('Content-Type', 'application/json');
  }
  const response = await fetch(addressOf(operation, filled), { method: operation.method, headers, body: operation.requestBody ? filled.body : null });
  const text = await response.text();
  return { status: response.status, durationMs: performance.now() - began, type: response.headers.get('Content-Type') ?? '', text: readable(text).slice(0, longest) };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
