import '@outrider/sdk/styles/fonts.css';
import '@outrider/sdk/styles/tokens.css';
import '@outrider/sdk/styles/base.css';
import './sign-in.css';

import { drawScene } from './scene';
import { setupForm } from './setup-form';
import { signInForm } from './sign-in-form';
import { loadTexts } from './texts';

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
  place?.append(setup ? setupForm(t, setup) : signInForm(t, query));
  place?.querySelector<HTMLInputElement>('input')?.focus();
}

void main();
