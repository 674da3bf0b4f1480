import { post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import type { TwoStep } from './two-step';

/** A passkey as its owner knows it. */
export type Passkey = TwoStep['passkeys'][number];

const askedSchema = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) });
const addedSchema = z.object({ recovery_codes: z.array(z.string()).nullable() });

/** Makes a passkey; the answer has recovery codes, unless there are some already. Rejects with a DOMException where the browser made none. */
export async function addPasskey(name: string, password: string): Promise<string[] | null> {
  const asked = await post('/auth/passkeys/begin', { password }, askedSchema);
  const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked.options as unknown as PublicKeyCredentialCreationOptionsJSON) });
  if (!(made instanceof PublicKeyCredential)) {
    throw new DOMException('no passkey was made', 'NotAllowedError');
  }
  return (await post('/auth/passkeys', { ticket: asked.ticket, name, credential: made.toJSON() }, addedSchema)).recovery_codes;
}

/** Names a passkey anew. */
export function renamePasskey(id: string, name: string): Promise<void> {
  return post(`/auth/passkeys/${encodeURIComponent(id)}`, { name });
}

/** Takes a passkey away. */
export function removePasskey(id: string, password: string): Promise<void> {
  return post(`/auth/passkeys/${encodeURIComponent(id)}/remove`, { password });
}
