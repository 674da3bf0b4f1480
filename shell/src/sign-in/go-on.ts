import type { NextStep } from './next-step';
import { read } from './post';
import type { Translate } from './texts';

/** Puts the next step in the place of the form that was sent, or is done. The steps are fetched when somebody needs them. */
export async function goOn(t: Translate, answer: unknown, current: () => HTMLElement, done: () => void): Promise<void> {
  if (!isNextStep(answer)) {
    done();
    return;
  }
  const step =
    answer.next === 'enrol'
      ? await import('./enrol-form').then(({ enrolForm }) => enrolForm(t, answer.ticket, done))
      : await import('./second-step-form').then(({ secondStepForm }) => secondStepForm(t, answer, done));
  current().replaceWith(step);
  step.querySelector('input')?.focus();
}

function isNextStep(answer: unknown): answer is NextStep {
  return typeof answer === 'object' && answer !== null && 'next' in answer && 'ticket' in answer;
}

/** What comes next for who has just come back from another site; undefined for who has not. */
export async function stepOfHandover(): Promise<unknown> {
  const answer = await read('/auth/handover/step');
  return isNextStep(answer) ? answer : undefined;
}
