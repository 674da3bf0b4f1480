import { addMessages, correctWrongUnits, kindOf, tokens } from '@outrider/sdk';
import { createRoot, type Root } from 'react-dom/client';

import { App } from '../app';
import { watchRelease } from '../release/release';
import { startRemotes } from '../remotes/applications';
import { startPush } from './push';
import { goToSignIn } from './sign-in';
import { warmUp } from '../remotes/warm-up';
import { loadOwnAvatar } from './own-avatar';
import { hideLoader, longestLoaderMs } from './loader';
import { loadShell } from './load-shell';
import { StartFailure } from './start-failure';

/** Signs in by the refresh cookie, asks what there is, and shows it; every way out of it has its page. */
async function start(root: Root): Promise<void> {
  const tooLong = setTimeout(() => fail(root, undefined), longestLoaderMs);
  try {
    await tokens.start();
    await loadShell();
    startRemotes();
    startPush();
    watchRelease();
    correctWrongUnits();
    root.render(<App />);
    hideLoader();
    warmUp();
    void loadOwnAvatar();
  } catch (error) {
    if (kindOf(error) !== 'signed_out') {
      fail(root, error);
    }
  } finally {
    clearTimeout(tooLong);
  }
}

function fail(root: Root, error: unknown): void {
  console.error('start', error);
  root.render(<StartFailure error={error} />);
  hideLoader();
}

tokens.onSignedOut = goToSignIn;
tokens.onOtherSignIn = () => location.reload();

const element = document.getElementById('app');
if (element) {
  const root = createRoot(element);
  void addMessages('shell', (language) => import(`../../locales/${language}.json`)).then(() => start(root));
}
