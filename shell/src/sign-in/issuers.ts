import { h } from './elements';
import { destination } from './enter';
import { read } from './post';
import type { TextKey, Translate } from './texts';

interface Issuer {
  id: string;
  name: string;
}

/** What to say about a hand-over that failed, by the reason in the address. */
const sentences: Record<string, TextKey> = {
  'handover-expired': 'handover.expired',
  'handover-refused': 'handover.refused',
  'handover-untrusted': 'handover.untrusted',
  'handover-unverified': 'handover.unverified',
  'handover-no-account': 'handover.noAccount',
  'handover-organisation': 'handover.organisation',
  'handover-unreachable': 'handover.unreachable',
  'handover-too-many': 'error.tooManyNoTime',
  'handover-broken': 'error.internal',
};

/** Why the user is on this page, when another site could not sign them in. */
export function whyNot(t: Translate, query: URLSearchParams): string | undefined {
  const key = sentences[query.get('reason') ?? ''];
  return key && t(key);
}

/** Adds a link for each site that signs people in, below the form. Without an answer there is just the form. */
export async function offerIssuers(t: Translate, query: URLSearchParams, form: HTMLElement): Promise<void> {
  const answer = await read('/auth/issuers');
  const issuers = Array.isArray(answer) ? answer.filter(isIssuer) : [];
  if (issuers.length === 0) {
    return;
  }
  const links = issuers.map(({ id, name }) => h('a', { class: 'btn sign-issuer', href: addressOf(id, query) }, t('handover.with', { name })));
  form.append(h('p', { class: 'sign-or' }, h('span', {}, t('handover.or'))), ...links);
}

function addressOf(id: string, query: URLSearchParams): string {
  const wanted = new URLSearchParams({ issuer: id, return: destination(query) });
  const orgId = query.get('org_id');
  if (orgId) {
    wanted.set('org_id', orgId);
  }
  return `/api/auth/handover?${wanted}`;
}

function isIssuer(value: unknown): value is Issuer {
  const { id, name } = (value ?? {}) as Partial<Issuer>;
  return typeof id === 'string' && typeof name === 'string';
}
