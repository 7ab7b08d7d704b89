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

/** Whose figures the tokens are. */
export const TOKEN_SOURCES: Readonly<Record<NonNullable<RequestRecord['tokens_source']>, string>> =
  {
    provider: 'As the provider counted',
    estimate: 'Estimated: the provider told no figures that can be',
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

/** What came of a stage, where its own word says little. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  authenticate: { known: 'The key is known' },
  resolve: { model: 'A model', alias: 'An alias', group: 'A group of models' },
  dispatch: { document: 'Sent, for a whole answer', stream: 'Sent, for a streamed answer' },
  usage: { provider: 'As the provider counted', estimate: 'As estimated' },
};

/** What came of a stage, in words. */
export const outcomeText = ({ stage, outcome }: Pick<Step, 'stage' | 'outcome'>): string =>
  OUTCOMES[stage]?.[outcome] ?? sentenceCase(outcome.replaceAll('_', ' '));

/** What a stage says besides: how an answer ended, in words. */
export const detailText = ({ stage, detail = '' }: Pick<Step, 'stage' | 'detail'>): string => {
  const texts: Readonly<Record<string, string>> = COMPLETIONS;
  return (stage === 'usage' ? texts[detail] : undefined) ?? detail;
};

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
