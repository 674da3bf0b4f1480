import { ApiError, Button, Chip, Icon, Loading, Segment, toast, useText, type Recipient } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { RecipientsField } from '@outrider/sdk/recipients';
import { VehicleSelectorDialog } from '@outrider/sdk/select';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { getHealthMails, setHealthMails, type HealthFrequency } from '../api/health';
import { schedulesKey } from '../api/schedules';

const frequencies: readonly HealthFrequency[] = ['daily', 'weekly'];

/** Chooses for which group, how often and to whom the faults are mailed. */
export function HealthDialog({ onClose }: { onClose: () => void }) {
  const t = useText('reports');
  const client = useQueryClient();
  const [nodes, setNodes] = useState<string[]>([]);
  const [frequency, setFrequency] = useState<HealthFrequency>('daily');
  const [isChoosing, setChoosing] = useState(false);
  const [changed, setChanged] = useState<Recipient[]>();
  const [isSaving, setSaving] = useState(false);
  const asked = useQuery({ queryKey: ['reports', 'health', nodes, frequency], queryFn: ({ signal }) => getHealthMails(nodes, frequency, signal), enabled: nodes.length > 0 });
  const recipients = changed ?? asked.data ?? [];
  const isReady = nodes.length > 0 && asked.isSuccess && !asked.isFetching && !isSaving;
  const save = async () => {
    setSaving(true);
    try {
      await setHealthMails(nodes, frequency, recipients);
      await client.invalidateQueries({ queryKey: ['reports', 'health'] });
      void client.invalidateQueries({ queryKey: schedulesKey });
      toast(t('health.saved'));
      onClose();
    } catch (error) {
      toast(error instanceof ApiError ? error.message : t('health.failed'), 'error');
      setSaving(false);
    }
  };
  const forget = () => setChanged(undefined);
  return (
    <Modal title={t('health.configure')} onClose={onClose}>
      <div className="hl-form">
        <div>
          <span className="label">{t('health.group')}</span>
          <Chip isOn={nodes.length > 0} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            <Icon name="vehicles" small />
            {nodes.length > 0 ? t('health.groupChosen') : t('health.chooseGroup')}
          </Chip>
        </div>
        <div>
          <span className="label">{t('schedules.howOften')}</span>
          <span className="seg" role="group" aria-label={t('schedules.howOften')}>
            {frequencies.map((one) => (
              <Segment key={one} isOn={one === frequency} onClick={() => { setFrequency(one); forget(); }}>
                {t(`schedules.frequency.${one}`)}
              </Segment>
            ))}
          </span>
        </div>
        {nodes.length > 0 && asked.isPending ? <Loading rows={1} /> : null}
        {nodes.length > 0 && asked.isSuccess ? <RecipientsField label={t('schedules.column.recipients')} value={recipients} onChange={setChanged} /> : null}
        <p className="s12 t2">{t('health.when')}</p>
        <div className="hl-foot">
          <Button size="large" variant="primary" disabled={!isReady} onClick={() => void save()}>{t('health.save')}</Button>
        </div>
      </div>
      {isChoosing ? (
        <VehicleSelectorDialog
          mode="group"
          value={nodes}
          onCancel={() => setChoosing(false)}
          onOk={(chosen) => {
            setChoosing(false);
            setNodes(chosen);
            forget();
          }}
        />
      ) : null}
    </Modal>
  );
}
