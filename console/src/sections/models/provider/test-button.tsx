import type { ApiObject } from '../../../api/api-object.ts';
import { TrialButton } from '../../../objects/trial/trial-button.tsx';
import type { TrialFacts, Verdict } from '../../../objects/trial/trial.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText, durationText } from '../../../ui/text/format-number.ts';

/** What `POST /api/v1/providers/{id}/test` answers. */
interface ProviderVerdict extends Verdict {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** How many models it lists. */
  readonly models: number | null;
}

/** Asks a provider for its models, with its credential, and shows what came of it. */
export const TestButton = ({ object }: { readonly object: ApiObject }) => (
  <TrialButton<ProviderVerdict> resource={RESOURCES.provider} object={object} factsOf={factsOf} />
);

function factsOf(provider: ApiObject, verdict: ProviderVerdict): TrialFacts {
  if (provider['type'] === 'simulated') return [['Asked for', 'Nothing: it answers by itself.']];
  const address = provider['base_url'];
  const { status, models, latency_ms: ms } = verdict;
  return [
    ['Asked for', 'Its list of models, with its credential. No model was asked anything.'],
    ...(typeof address === 'string' && address !== '' ? [['At', address] as const] : []),
    ['Answer', status === null ? 'None' : `HTTP status ${status}`],
    ['Took', durationText(ms)],
    ...(models === null ? [] : [['Models it lists', countText(models)] as const]),
  ];
}
