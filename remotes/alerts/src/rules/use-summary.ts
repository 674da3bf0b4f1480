import { useText, useFormat, type TextKey } from '@outrider/sdk';

import { typeName } from '../alert/looks';
import type { Rule } from './api';

/** Days of a week that begins on Monday, 1 to 7, as an instant each. */
const monday = Date.UTC(2026, 0, 5, 12);

/** The short name of a weekday, 1 (Monday) to 7. */
export function dayName(day: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(monday + (day - 1) * 86_400_000);
}

/** What a rule says, in one line. */
export function useSummary(): (rule: Rule) => string {
  const t = useText('alerts');
  const { locale } = useFormat().settings;
  return (rule) => {
    const types = rule.alert_types.length === 0 ? t('rules.allTypes') : rule.alert_types.map((type) => typeName(t, type)).join(', ');
    const severity = rule.severity > 0 ? t('rules.atLeast', { severity: t(`rules.severity.${rule.severity}` as TextKey<'alerts'>) }) : '';
    const groups = rule.groups.length === 0 ? '' : t('rules.inGroups', { count: rule.groups.length });
    const days = rule.days.length === 0 || rule.days.length === 7 ? '' : rule.days.map((day) => dayName(day, locale)).join(' ');
    const hours = rule.from === '00:00' && rule.to === '24:00' ? '' : `${rule.from}–${rule.to}`;
    const how = [rule.by_mail ? t('rules.byMail') : '', rule.in_portal ? t('rules.inPortal') : ''].filter(Boolean).join(' + ') || t('rules.nowhere');
    return [types, severity, groups, [days, hours].filter(Boolean).join(' '), how].filter(Boolean).join(' · ');
  };
}
