import { toast, useText } from '@outrider/sdk';
import { Form, NumberField, Select, TextField } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useState } from 'react';

import { putLimit, type DeviceUsage, type OwnLimit } from '../api/limits';
import { useFigures } from '../ui/figures';
import { boundsOf, megabyte, type LimitTarget } from './limit-bounds';

interface LimitDialogProps {
  orgId: string;
  found: DeviceUsage;
  /** Whose limit of what; without it the dialog asks. */
  of?: LimitTarget;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets what an organisation or a device may send of a topic. */
export function LimitDialog({ of, ...rest }: LimitDialogProps) {
  const t = useText('admin');
  const [target, setTarget] = useState(of);
  const who = target ? (target.device ? target.device : t('limits.organisation')) : '';
  return (
    <Modal title={target ? t('limits.whose', { who, topic: target.topic }) : t('limits.set')} hint={t('limits.setHint')} width="xs" onClose={rest.onClose}>
      {target ? <Limits key={`${target.device} ${target.topic}`} {...rest} target={target} /> : <Ask topics={rest.found.limits.map(({ topic }) => topic)} onClose={rest.onClose} onChosen={setTarget} />}
    </Modal>
  );
}

const asked = z.object({ device: z.string().trim().max(128), topic: z.string().min(1) });

function Ask({ topics, onClose, onChosen }: { topics: string[]; onClose: () => void; onChosen: (target: LimitTarget) => void }) {
  const t = useText('admin');
  return (
    <Form label={t('limits.set')} schema={asked} values={{ device: '', topic: topics[0] ?? '' }} submitLabel={t('limits.next')} onCancel={onClose} onSubmit={onChosen}>
      {(form) => {
        const isOrg = form.watch('device').trim() === '';
        return (
          <>
            <TextField name="device" label={t('limits.device')} hint={t('limits.deviceHint')} />
            <Select name="topic" label={t('limits.topic')} required options={topics.filter((topic) => !isOrg || topic !== 'connections').map((topic) => ({ value: topic, label: topic }))} />
          </>
        );
      }}
    </Form>
  );
}

function Limits({ orgId, found, target, onClose, onSaved }: Omit<LimitDialogProps, 'of'> & { target: LimitTarget }) {
  const t = useText('admin');
  const f = useFigures();
  const { configured, most, own } = boundsOf(found, target);
  const upTo = (value: number) => (value > 0 ? z.number().positive().max(value).nullable() : z.number().positive().nullable());
  const schema = z.object({ day: upTo(most.day).refine((value) => value === null || Number.isInteger(value), { message: t('limits.whole') }), megabytes: upTo(most.day_bytes / megabyte), per_second: upTo(most.per_second) });
  const hint = (value: number, text: string) => (value > 0 ? t('limits.configured', { value: text }) : t('limits.unbounded'));
  const save = async ({ day, megabytes, per_second }: z.infer<typeof schema>) => {
    const limit: OwnLimit = { ...(day === null ? {} : { day }), ...(megabytes === null ? {} : { day_bytes: Math.round(megabytes * megabyte) }), ...(target.device && per_second !== null ? { per_second } : {}) };
    await putLimit(orgId, target, limit);
    toast(t('limits.saved'));
    onSaved();
    onClose();
  };
  return (
    <Form
      label={t('limits.set')}
      schema={schema}
      values={{ day: own?.day ?? null, megabytes: own?.day_bytes === undefined ? null : own.day_bytes / megabyte, per_second: own?.per_second ?? null }}
      onCancel={onClose}
      onSubmit={save}
    >
      <NumberField name="day" label={t('limits.messagesDay')} hint={hint(configured.day, f.format.number(configured.day))} />
      <NumberField name="megabytes" label={t('limits.bytesDay')} unit="MB" digits={3} hint={hint(configured.day_bytes, f.bytes(configured.day_bytes))} />
      {target.device ? <NumberField name="per_second" label={t('limits.perSecond')} digits={2} hint={hint(configured.per_second, f.format.number(configured.per_second, 1))} /> : null}
    </Form>
  );
}
