import { ApiError, type Translate } from '@outrider/sdk';

import { changeFence, createFence, putEmails, shareFence, type Fence } from '../api/fences';
import { changeOf, type FenceForm } from '../fence/fence-form';

/**
 * Saves what a form says, then who is mailed and who shares it. A geofence that cannot be saved is thrown; what fails after it is said, since the
 * geofence is there.
 */
export async function saveFence(before: Fence | undefined, emails: readonly string[], form: FenceForm, t: Translate<'geofences'>): Promise<{ saved: Fence; problems: string[] }> {
  const saved = await keep(before, form, t);
  const problems: string[] = [];
  if (form.emails.join() !== emails.join()) {
    await putEmails(saved.id, form.emails).catch((error: unknown) => problems.push(error instanceof ApiError ? error.message : t('form.emailsFailed')));
  }
  const shared = before?.shared_with ?? [];
  const changes = [
    ...form.shared_with.filter((id) => !shared.includes(id)).map((id) => shareFence(saved.id, id, true)),
    ...shared.filter((id) => !form.shared_with.includes(id)).map((id) => shareFence(saved.id, id, false)),
  ];
  const failed = (await Promise.allSettled(changes)).filter(({ status }) => status === 'rejected').length;
  if (failed > 0) problems.push(t('form.sharingFailed', { count: failed }));
  return { saved, problems };
}

async function keep(before: Fence | undefined, form: FenceForm, t: Translate<'geofences'>): Promise<Fence> {
  const change = changeOf(form);
  try {
    return await (before ? changeFence(before.id, { ...change, version: before.version }) : createFence(change));
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'internal' || error.kind === 'unexpected')) {
      throw new ApiError({ kind: error.kind, status: error.status, title: t('form.failed'), cause: error });
    }
    throw error;
  }
}
