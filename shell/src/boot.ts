import { keepOwnStorage } from './cross-browsing/own-storage';

keepOwnStorage(window);
// Runs before the first paint: shows the remembered colour mode, else the system's. See the SDK's theme/mode.ts.
const remembered = localStorage.getItem('outrider.theme');
const dark = remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
