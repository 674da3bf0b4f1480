import { ApiError } from '@outrider/sdk/bare';

import { h } from './elements';
import { post } from './post';
import type { Translate } from './texts';

/** Reports whether this browser can sign in with passkeys here. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential && window.isSecureContext;
}

/** Signs in with a passkey, by itself or after the password. */
export async function signInWithPasskey(ticket?: string): Promise<void> {
  const asked = await post('/auth/passkey/begin', ticket ? { ticket } : {});
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked.options as PublicKeyCredentialRequestOptionsJSON) });
  if (!(credential instanceof PublicKeyCredential)) {
    throw new DOMException('no passkey was chosen', 'NotAllowedError');
  }
  await post('/auth/passkey', { ticket: asked.ticket, credential: credential.toJSON() });
}

/** A button that signs in with a passkey, with a line for what went wrong. */
export function passkeyButton(t: Translate, done: () => void, ticket?: string): HTMLElement {
  const message = h('div', { class: 'sign-message', role: 'alert', hidden: true });
  const button = h('button', { type: 'button', class: 'btn sign-issuer' }, t('passkey.use'));
  button.addEventListener('click', () => {
    button.disabled = true;
    message.hidden = true;
    signInWithPasskey(ticket)
      .then(done)
      .catch((error: unknown) => {
        message.textContent = reasonOf(t, error);
        message.hidden = false;
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  return h('div', { class: 'sign-passkey' }, button, message);
}

function reasonOf(t: Translate, error: unknown): string {
  if (error instanceof DOMException) {
    return t('passkey.none');
  }
  if (error instanceof ApiError && error.status === 429) {
    return t('error.tooManyNoTime');
  }
  if (error instanceof ApiError && error.kind === 'offline') {
    return t('error.offline');
  }
  return t('passkey.refused');
}
