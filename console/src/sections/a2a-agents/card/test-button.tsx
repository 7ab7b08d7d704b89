import type { ApiObject } from '../../../api/api-object.ts';
import { TrialButton } from '../../../objects/trial/trial-button.tsx';
import type { TrialFacts, Verdict } from '../../../objects/trial/trial.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { durationText } from '../../../ui/text/format-number.ts';
import { shortText } from '../../../ui/text/short-text.ts';

/** What `POST /api/v1/agents/{id}/test` answers. */
interface AgentVerdict extends Verdict {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** What it calls itself. */
  readonly name: string | null;
  readonly protocol_versions: readonly string[];
  readonly streaming: boolean | null;
}

const MOST_OF_NAME = 120;

/** Asks an agent for its card, with its credential, and shows what came of it. */
export const TestButton = ({ object }: { readonly object: ApiObject }) => (
  <TrialButton<AgentVerdict> resource={RESOURCES.agent} object={object} factsOf={factsOf} />
);

function factsOf({ url }: ApiObject, verdict: AgentVerdict): TrialFacts {
  const { status, name, streaming, latency_ms: ms } = verdict;
  return [
    ['Asked for', 'Its card, with its credential. It was given no task.'],
    ...(typeof url === 'string' ? [['At', url] as const] : []),
    ['Answer', status === null ? 'None' : `HTTP status ${status}`],
    ['Took', durationText(ms)],
    ...(name === null ? [] : [['It calls itself', shortText(name, MOST_OF_NAME)] as const]),
    ...(streaming === null ? [] : [['Answers by streams', streaming ? 'Yes' : 'No'] as const]),
  ];
}
