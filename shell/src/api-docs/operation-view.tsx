import { Icon, useText } from '@outrider/sdk';
import { useState } from 'react';

import { Code } from './code';
import type { Operation, Schema } from './document';
import { schemaText } from './schema-text';
import { TryIt } from './try-it';

interface OperationViewProps {
  operation: Operation;
  components: Record<string, Schema>;
}

/** One operation: a line that opens to its lock, shapes and a form to try it. */
export function OperationView({ operation, components }: OperationViewProps) {
  const [open, setOpen] = useState(false);
  const { method, path, summary } = operation;
  return (
    <details className="api-operation" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={`api-method ${method.toLowerCase()}`}>{method}</span>
        <code className="api-path">{path}</code>
        <span className="api-summary">{summary}</span>
        <Icon name="chevron-down" small />
      </summary>
      {open ? <Details operation={operation} components={components} /> : null}
    </details>
  );
}

function Details({ operation, components }: OperationViewProps) {
  const t = useText('api-docs');
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return (
    <div className="api-details">
      <Lock operation={operation} />
      {body ? <Shape title={t('body')} text={schemaText(body, components)} /> : null}
      {Object.entries(operation.responses).map(([status, { description, content }]) => {
        const text = schemaText(Object.values(content ?? {})[0]?.schema, components);
        return <Shape key={status} title={t('response', { status, text: description })} text={text} />;
      })}
      <h3>{t('try')}</h3>
      <TryIt operation={operation} components={components} />
    </div>
  );
}

function Shape({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      {text ? <Code label={title} text={text} /> : null}
    </>
  );
}

/** Who may call the operation. */
function Lock({ operation }: { operation: Operation }) {
  const t = useText('api-docs');
  const lock = operation['x-outrider-lock'];
  if (!lock) {
    return null;
  }
  return (
    <p className="api-lock">
      <Icon name="lock" small /> {t(`lock.${lock.kind.toLowerCase()}`)}{' '}
      {lock.permissions.map((permission) => (
        <code key={permission}>{permission}</code>
      ))}
    </p>
  );
}
