import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { sentenceCase } from '../../../ui/text/text.ts';

export type RequestRecord = ApiSchemas['Request'];
export type RequestDetail = ApiSchemas['RequestDetail'];
export type Step = RequestDetail['steps'][number];
export type Attempt = RequestDetail['attempts_made'][number];

/** How each way in which a request comes out is called. */
export const RESULTS = {
  serve: { label: 'Answered', tone: 'good' },
  deny: { label: 'Refused', tone: 'quiet' },
  fail: { label: 'Failed', tone: 'bad' },
} as const;

/** How an answer ended. */
export const COMPLETIONS: Readonly<Record<NonNullable<RequestRecord['completion']>, string>> = {
  complete: 'Whole',
  client_gone: 'The client left before its end',
  provider_failed: 'The provider failed',
  refused: 'Refused',
  unknown: 'Not known',
};

/** What came of an attempt at a provider. */
export const ATTEMPTS = {
  answered: { label: 'Answered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  broken: { label: 'Broke off', tone: 'bad' },
  dropped: { label: 'Given up', tone: 'quiet' },
} as const;

const STAGES: Readonly<Record<string, string>> = {
  ...{ authenticate: 'Who asks', resolve: 'Which model is meant', access: 'Who may use it' },
  ...{ policies: 'Routing policies', prices: 'Prices', abtest: 'A/B test', failover: 'Failover' },
  ...{ budget: 'Budget', limit: 'Rate limit', input: 'What was sent', dispatch: 'To the provider' },
  ...{ usage: 'What was used' },
};

/** What a stage of the gateway is about. */
export const stageTitle = (stage: string): string =>
  STAGES[stage] ?? sentenceCase(stage.replaceAll(/[-_]/g, ' '));

/** The collection that the object is in which a step goes by; undefined where it can't be told. */
export function policyCollection({ stage }: Pick<Step, 'stage'>): string | undefined {
  if (stage === 'policies') return RESOURCES.routingPolicy.collection;
  if (stage === 'budget') return RESOURCES.budget.collection;
  if (stage === 'limit') return RESOURCES.rateLimitPolicy.collection;
  return undefined;
}

/** What happened to a request, in order: what the gateway decided, and between that the attempts at providers. */
export type Moment =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'attempt'; readonly attempt: Attempt };

/** Attempts stand behind the step that sends; at the end where there is none. */
export function momentsOf({
  steps,
  attempts_made,
}: Pick<RequestDetail, 'steps' | 'attempts_made'>): readonly Moment[] {
  const attempts = attempts_made.map((attempt): Moment => ({ kind: 'attempt', attempt }));
  const all = steps.map((step): Moment => ({ kind: 'step', step }));
  const sent = steps.findLastIndex(({ stage }) => stage === 'dispatch');
  const at = sent === -1 ? all.length : sent + 1;
  return [...all.slice(0, at), ...attempts, ...all.slice(at)];
}
