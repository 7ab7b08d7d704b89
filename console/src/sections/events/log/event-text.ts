import { RESOURCES } from '../../../resources/resource-table.ts';
import { sentenceCase } from '../../../ui/text/text.ts';

/** What events are about, where people call it otherwise. */
const SUBJECTS: Readonly<Record<string, string>> = {
  abtest: 'A/B test',
  sla: 'SLA',
  key: 'API key',
  chargeback: 'Chargeback report',
  config: 'Configuration',
};

/** What people call a type of event: `abtest.rolled_back` is "A/B test rolled back", `sla.*` "Every SLA event". */
export function eventText(type: string): string {
  const [subject = '', ...rest] = type.split('.');
  const known = Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject] : undefined;
  const what = rest.join(' ').replaceAll('_', ' ');
  if (what === '*') return `Every ${known ?? subject} event`;
  return `${known ?? sentenceCase(subject)} ${what}`.trim();
}

/** What an event is about, as Kubernetes calls it (`ABTest/is-lite-enough`), in words. */
export function subjectText(subject: string): string {
  const [kind, ...name] = subject.split('/');
  const resource = Object.values(RESOURCES).find((one) => one.kind === kind);
  if (!resource || name.length === 0) return subject;
  return `${sentenceCase(resource.noun)} ${name.join('/')}`;
}
