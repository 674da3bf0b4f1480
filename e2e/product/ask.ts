import { accounts, password } from '../pages/accounts';
import { baseUrl } from '../pages/portal';

/** Calls the product beside the browser; throws what it refuses. */
export async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(`${baseUrl()}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A token of the demonstration's administrator, for {@link ask}. */
export async function adminToken(): Promise<string> {
  const { access_token } = await ask<{ access_token: string }>('POST', '/auth/sign-in', { email: accounts.admin, password });
  return access_token;
}
