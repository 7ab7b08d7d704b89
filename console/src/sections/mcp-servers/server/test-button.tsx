import type { ApiObject } from '../../../api/api-object.ts';
import { TrialButton } from '../../../objects/trial/trial-button.tsx';
import type { TrialFacts, Verdict } from '../../../objects/trial/trial.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText, durationText } from '../../../ui/text/format-number.ts';

/** What `POST /api/v1/mcp-servers/{id}/test` answers. */
interface ServerVerdict extends Verdict {
  /** How many it lists; null without an answer. */
  readonly tools: number | null;
}

/** Asks a server for its tools, with its credential, and shows what came of it. */
export const TestButton = ({ object }: { readonly object: ApiObject }) => (
  <TrialButton<ServerVerdict> resource={RESOURCES.mcpServer} object={object} factsOf={factsOf} />
);

function factsOf(server: ApiObject, { tools, latency_ms: ms }: ServerVerdict): TrialFacts {
  const address = server['url'] ?? server['command'];
  return [
    ['Asked for', 'Its list of tools, with its credential. No tool was called.'],
    ...(typeof address === 'string' ? [['At', address] as const] : []),
    ['Took', durationText(ms)],
    ...(tools === null ? [] : [['Tools it lists', countText(tools)] as const]),
  ];
}
