import type { ReportKind } from './report-kind';

/** Reports by their sections, in the order of the first of each; those without one are last. */
export function sectionsOf(types: readonly ReportKind[], text: (said: Record<string, string>) => string): [section: string, types: ReportKind[]][] {
  const sections = new Map<string, ReportKind[]>();
  for (const type of types) {
    const section = type.section ? text(type.section) : '';
    sections.set(section, [...(sections.get(section) ?? []), type]);
  }
  const without = sections.get('');
  sections.delete('');
  return [...sections, ...(without ? [['', without] as [string, ReportKind[]]] : [])];
}
