import type { Rule, RuleDraft } from './api';

/** A rule as its form has it. */
export interface RuleForm {
  name: string;
  alert_types: string[];
  severity: string;
  groups: string[];
  days: number[];
  from: string;
  to: string;
  by_mail: boolean;
  in_portal: boolean;
}

/** What the form shows of a rule; a new one is told of by mail and in the portal, always. */
export function formOf(rule: Rule | undefined, newName: string): RuleForm {
  if (!rule) {
    return { name: newName, alert_types: [], severity: '2', groups: [], days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', by_mail: true, in_portal: true };
  }
  return { ...rule, severity: String(rule.severity), days: rule.days.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : rule.days };
}

/** The rule that a form says. */
export function ruleOf(form: RuleForm, zone: string, enabled: boolean): RuleDraft {
  return {
    name: form.name, alert_types: form.alert_types, severity: Number(form.severity), groups: form.groups, days: form.days.length === 7 ? [] : form.days, from: form.from, to: form.to,
    zone, by_mail: form.by_mail, in_portal: form.in_portal, enabled,
  };
}
