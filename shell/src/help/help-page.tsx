import { Button, buttonClass, Icon, useShellInfo, useText } from '@outrider/sdk';
import { Link } from '@outrider/sdk/router';

import { jobsOf } from './jobs';
import { startTour } from './start-tour';

import './help.css';

/** Keys and what they do; what stands together is one key each. */
const keys: readonly [name: string, keys: readonly string[]][] = [
  ['palette', ['Ctrl', 'K']], ['list', ['/']], ['step', ['J', 'K']], ['play', ['V']], ['rate', ['1', '2', '3', '4']], ['read', ['R']], ['archive', ['A']], ['download', ['D']], ['channel', ['1', '8']], ['close', ['Esc']], ['help', ['?']],
];

/** How the most common jobs are done, the keys, and the tour, which the frame shows. */
export function HelpPage() {
  const t = useText('help');
  const jobs = jobsOf(useShellInfo());
  return (
    <div className="help">
      <header>
        <h1>{t('title')}</h1>
        <p className="t2">{t('about')}</p>
      </header>
      <section className="card help-tour" aria-label={t('tourTitle')}>
        <div className="grow">
          <h2>{t('tourTitle')}</h2>
          <p className="t2">{t('tourText')}</p>
        </div>
        <Button variant="primary" onClick={startTour}>
          <Icon name="play" small />
          {t('tourStart')}
        </Button>
      </section>
      <section aria-label={t('jobs')}>
        <h2>{t('jobs')}</h2>
        {jobs.map(({ id, path }) => (
          <details key={id} className="card help-job" id={id}>
            <summary>{t(`job.${id}.title`)}</summary>
            <ol>
              {[1, 2, 3].map((step) => (
                <li key={step}>{t(`job.${id}.${step}`)}</li>
              ))}
            </ol>
            <Link className={buttonClass()} to={path}>
              {t('go')}
            </Link>
          </details>
        ))}
      </section>
      <section className="card help-keys" aria-label={t('keys')}>
        <h2>{t('keys')}</h2>
        <dl>
          {keys.map(([name, all]) => (
            <div key={name}>
              <dt>
                {all.map((key) => (
                  <kbd key={key} className="kbd">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(`key.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
