import { ApiError, Button, Icon, IconButton, useFormat, useManifestText, useText } from '@outrider/sdk';
import { RecipientsField } from '@outrider/sdk/recipients';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { formats, saveSchedule, type Schedule, type ScheduleDraft } from '../api/schedules';
import type { ReportKind } from '../page/report-kind';
import { draftOf, isOfReport, missing, needed, newDraft, sent } from './draft';
import { NextRun } from './next-run';
import { refreshSchedules } from './refresh';
import { ChosenReport } from './chosen-report';
import { ReportFields } from './report-fields';
import { Steps } from './steps';
import { TimesFields } from './times-fields';

interface ScheduleFormProps {
  /** None: a new one. */
  schedule: Schedule | undefined;
  /** What a new one begins with. */
  first?: ScheduleDraft | undefined;
  types: readonly ReportKind[];
  onClose: () => void;
}

/** Makes or changes a schedule in two steps: the report; when it runs and whom it tells, and what the next run is about. */
export function ScheduleForm({ schedule, first, types, onClose }: ScheduleFormProps) {
  const t = useText('reports');
  const text = useManifestText();
  const client = useQueryClient();
  const { zone } = useFormat().settings;
  const [draft, setDraft] = useState<ScheduleDraft>(() => (schedule ? draftOf(schedule) : (first ?? newDraft(zone))));
  const [step, setStep] = useState<1 | 2>(schedule || first ? 2 : 1);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const type = types.find(({ id }) => id === draft.report_type);
  const change = (part: Partial<ScheduleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const lack = missing(draft, type);
    const lacks = type ? needed(draft, type) : undefined;
    const isReportWrong = lack ? isOfReport(lack) : lacks !== undefined;
    if (isReportWrong || (lack && step === 2)) {
      if (isReportWrong) setStep(1);
      setProblem(lack ? t(`schedules.${lack}`) : lacks && text(lacks));
      return;
    }
    if (step === 1) {
      setStep(2);
      setProblem(undefined);
      return;
    }
    setSaving(true);
    try {
      await saveSchedule(sent(draft), schedule);
      await refreshSchedules(client);
      onClose();
    } catch (error) {
      const failed = t(schedule ? 'schedules.updateFailed' : 'schedules.createFailed');
      setProblem(error instanceof ApiError ? `${failed}. ${error.errors[0]?.message ?? error.message}` : failed);
      setSaving(false);
    }
  };
  return (
    <form className="sc-form" aria-label={t(schedule ? 'schedules.edit' : 'schedules.add')} onSubmit={(event) => void save(event)}>
      <header className="sc-history-head">
        <h2 className="grow">{t(schedule ? 'schedules.edit' : 'schedules.add')}</h2>
        <Steps step={step} />
        <IconButton size="small" label={t('schedules.close')} onClick={onClose}>
          <Icon name="close" small />
        </IconButton>
      </header>
      <div className="sc-fields">
        {step === 1 ? (
          <ReportFields draft={draft} type={type} types={types} lastTitle={schedule?.report_title} onChange={change} />
        ) : (
          <>
            <ChosenReport draft={draft} type={type} lastTitle={schedule?.report_title} onChange={() => setStep(1)} />
            <label>
              <span className="label">{t('schedules.column.name')}</span>
              <input className="sc-input" type="text" maxLength={200} value={draft.name} onChange={({ target }) => change({ name: target.value })} />
            </label>
            <TimesFields draft={draft} onChange={change} />
            <RecipientsField label={t('schedules.column.recipients')} value={draft.recipients} onChange={(recipients) => change({ recipients })} />
            <fieldset className="sc-formats">
              <legend className="label">{t('schedules.attach')}</legend>
              {formats.map((one) => (
                <label key={one}>
                  <input
                    type="checkbox"
                    checked={draft.formats.includes(one)}
                    onChange={({ target }) => change({ formats: formats.filter((other) => (other === one ? target.checked : draft.formats.includes(other))) })}
                  />
                  {one.toUpperCase()}
                </label>
              ))}
              <span className="s12 t2">{t('schedules.large')}</span>
            </fieldset>
            <NextRun draft={draft} type={type} />
          </>
        )}
      </div>
      <footer className="sc-form-foot">
        <span className="s12 t2 grow">{step === 2 ? t('schedules.runsAs') : null}</span>
        {problem ? <p className="sc-bad s12" role="alert">{problem}</p> : null}
        {step === 2 ? <Button size="large" onClick={() => setStep(1)}>{t('schedules.back')}</Button> : null}
        <Button size="large" type="submit" variant="primary" disabled={isSaving}>{step === 1 ? t('next') : t(schedule ? 'schedules.save' : 'schedules.create')}</Button>
      </footer>
    </form>
  );
}
