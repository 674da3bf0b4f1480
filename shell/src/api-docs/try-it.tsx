import { Button, session, useText } from '@outrider/sdk';
import { useId, useState } from 'react';

import { curlOf, missing, send, type Answer, type Filled } from './call';
import { Code } from './code';
import type { Operation, Schema } from './document';
import { example } from './schema-text';

interface TryItProps {
  operation: Operation;
  components: Record<string, Schema>;
}

/** Fills in a call, sends it with the own session, and shows the answer and the same call for a terminal. */
export function TryIt({ operation, components }: TryItProps) {
  const t = useText('api-docs');
  const id = useId();
  const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
  const [filled, setFilled] = useState<Filled>(() => ({
    parameters: { orgId: session.orgId() ?? '' },
    body: bodySchema ? JSON.stringify(example(bodySchema, components), null, 2) : '',
  }));
  const [answer, setAnswer] = useState<Answer | 'sending' | 'offline'>();
  const [lacking, setLacking] = useState<string[]>([]);

  const submit = () => {
    const open = missing(operation, filled);
    setLacking(open);
    if (open.length > 0) {
      return;
    }
    setAnswer('sending');
    send(operation, filled).then(setAnswer, () => setAnswer('offline'));
  };

  return (
    <form
      className="api-try"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {operation.parameters
        .filter(({ in: place }) => place === 'path' || place === 'query')
        .map(({ name, in: place, required, description }) => (
          <div key={name} className="api-field">
            <label htmlFor={`${id}-${name}`}>
              <code>{name}</code> <span className="t3">{t(place === 'path' ? 'inPath' : 'inQuery')}</span>
              {required ? <span className="api-required"> {t('required')}</span> : null}
            </label>
            <input
              id={`${id}-${name}`}
              value={filled.parameters[name] ?? ''}
              aria-invalid={lacking.includes(name)}
              aria-describedby={description ? `${id}-${name}-about` : undefined}
              onChange={({ target }) => setFilled({ ...filled, parameters: { ...filled.parameters, [name]: target.value } })}
            />
            {description ? (
              <span id={`${id}-${name}-about`} className="t3">
                {description}
              </span>
            ) : null}
          </div>
        ))}
      {operation.requestBody ? (
        <div className="api-field">
          <label htmlFor={`${id}-body`}>{t('body')}</label>
          <textarea id={`${id}-body`} rows={6} spellCheck={false} value={filled.body} onChange={({ target }) => setFilled({ ...filled, body: target.value })} />
        </div>
      ) : null}
      {lacking.length > 0 ? <p role="alert" className="api-lacking">{t('lacking', { names: lacking.join(', ') })}</p> : null}
      {operation.method === 'GET' ? null : <p className="t3">{t('real')}</p>}
      <Button type="submit" disabled={answer === 'sending'}>
        {t('send')}
      </Button>
      <h4>curl</h4>
      <Code label="curl" text={curlOf(operation, filled, location.origin)} />
      <div role="status">{typeof answer === 'object' ? <AnswerView answer={answer} /> : answer ? <p>{t(answer)}</p> : null}</div>
    </form>
  );
}

function AnswerView({ answer }: { answer: Answer }) {
  const t = useText('api-docs');
  return (
    <>
      <h4>{t('answer')}</h4>
      <p className={answer.status < 400 ? 'api-good' : 'api-bad'}>
        <strong className="num">{answer.status}</strong> <span className="t3 num">{t('took', { ms: Math.round(answer.durationMs) })}</span>
      </p>
      {answer.text ? <Code label={t('answer')} text={answer.text} /> : null}
    </>
  );
}
