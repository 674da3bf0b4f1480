import '@outrider/sdk/styles/fonts.css';
import '@outrider/sdk/styles/tokens.css';
import '@outrider/sdk/styles/base.css';
import './sign-in.css';

import { destination, enter } from './enter';
import { goOn, stepOfHandover } from './go-on';
import { drawScene } from './scene';
import { inviteForm, readInvite } from './invite-form';
import { offerIssuers, whyNot } from './issuers';
import { knowsPasskeys, passkeyButton } from './passkey';
import { isSetupOpen } from './post';
import { forgottenForm, forgottenLink, resetForm } from './reset-form';
import { setupForm } from './setup-form';
import { signInForm } from './sign-in-form';
import { loadTexts, type Translate } from './texts';

/** The page without React and MUI: a form has to be there at once, on any line. */
async function main(): Promise<void> {
  const t = await loadTexts(navigator.languages);
  const query = new URLSearchParams(location.search);
  const setup = query.get('setup');
  const place = document.getElementById('app');
  const scene = document.querySelector('.scene');
  if (scene) {
    drawScene(scene);
  }
  document.title = `${setup ? t('setup.title') : t('signIn.title')} · Outrider`;
  place?.append(await formFor(t, query));
  place?.querySelector<HTMLInputElement>('input')?.focus();
}

async function formFor(t: Translate, query: URLSearchParams): Promise<HTMLElement> {
  const setup = query.get('setup');
  if (setup && (await isSetupOpen(setup))) {
    return setupForm(t, setup);
  }
  const invite = query.get('invite');
  const invited = invite ? await readInvite(invite) : undefined;
  if (invite && invited) {
    return inviteForm(t, invite, invited);
  }
  const reset = query.get('reset');
  if (reset) {
    return resetForm(t, reset);
  }
  if (query.has('forgotten')) {
    return forgottenForm(t);
  }
  const form = signInForm(t, query, undefined, setup || invite ? t('setup.used') : whyNot(t, query));
  form.append(forgottenLink(t));
  if (knowsPasskeys()) {
    form.append(passkeyButton(t, () => enter(destination(query))));
  }
  void offerIssuers(t, query, form);
  if (query.has('step')) {
    void stepOfHandover().then((step) => step && goOn(t, step, () => form, () => enter(destination(query))));
  }
  return form;
}

void main();
