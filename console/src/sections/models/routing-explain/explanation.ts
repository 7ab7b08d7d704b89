import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { forPeople } from '../../../ui/refusal/way-on.ts';
import { bodyOf, type Sample } from './sample.ts';

/** What one policy says of a request. */
export interface PolicyVerdict {
  readonly policy: string;
  readonly organization_id: string | null;
  readonly priority: number;
  readonly action: 'permit' | 'deny' | 'prefer';
  readonly condition: string | null;
  readonly target_models: readonly string[];
  /** False: the request is turned away before. */
  readonly read: boolean;
  readonly matched: boolean;
  /** Whether it changed what happens. */
  readonly applied: boolean;
  readonly why: string;
}

export interface DecisionStep {
  readonly stage: string;
  readonly outcome: string;
  readonly policy?: string;
  readonly detail?: string;
}

/** What would become of a request, and why. */
export interface Explanation {
  readonly result: 'serve' | 'deny' | 'fail';
  readonly model: string | null;
  readonly provider: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly candidates: readonly string[];
  readonly steps: readonly DecisionStep[];
  /** In the order of reading. */
  readonly policies: readonly PolicyVerdict[];
}

/** So long after the last change the service is asked, ms. */
const QUIET_MS = 400;

/** What would become of a request as the form has it, a moment after its last change. Read anew when a policy changes. */
export function useExplanation(sample: Sample) {
  const api = useApi();
  const [asked] = useDebouncedValue(sample, QUIET_MS);
  const { collection } = RESOURCES.routingPolicy;
  return useQuery({
    queryKey: [...collectionKey(collection), 'explain', asked],
    enabled: asked.model !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.json<Explanation>(`${collection}/explain`, {
        ...{ method: 'POST', body: bodyOf(asked), signal },
      }),
  });
}

/** What is looked at, in the order in which a gateway does it. */
const STAGES: Readonly<Record<string, string>> = {
  authenticate: 'Whose it is',
  input: 'What it says',
  resolve: 'Which model is meant',
  access: 'Who may use it',
  policies: 'Policies',
  prices: 'Prices',
  limit: 'Rate limits',
  budget: 'Budgets',
  abtest: 'A/B test',
  failover: 'Failover',
  dispatch: 'Sending',
};

export const stageText = (stage: string): string =>
  STAGES[stage] ?? sentenceCase(stage.replaceAll('_', ' '));

/** What becomes of the request, in a sentence with its full stop. */
export const resultText = (explanation: Explanation): string =>
  `${outcomeText(explanation).replace(/\.$/, '')}.`;

function outcomeText({ result, model, provider, message, status }: Explanation): string {
  if (result === 'serve') {
    return provider === null
      ? `${model ?? 'A model'} would answer`
      : `${model ?? 'A model'} of ${provider} would answer`;
  }
  return message === null ? `It would be refused with status ${status}` : forPeople(message);
}

/** Where an A/B test chose between its two models: that it may choose otherwise. Undefined where none did. */
export function trialText({ steps }: Pick<Explanation, 'steps'>): string | undefined {
  const chosen = steps.find(
    ({ stage, outcome }) => stage === 'abtest' && ['base', 'variant'].includes(outcome),
  );
  if (!chosen) return undefined;
  const [test = ''] = (chosen.detail ?? '').split(': ');
  return `The A/B test “${test}” chose between its two models: somebody else who asks, or another request, may get the other one.`;
}
