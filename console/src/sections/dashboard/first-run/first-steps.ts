import { RESOURCES } from '../../../resources/resource-table.ts';

/** A step from an empty installation to one that serves requests by a policy. */
export interface FirstStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Where it is done. */
  readonly to: string;
  /** Who can do it, and who can see whether it is done. */
  readonly write: string | undefined;
  readonly read: string;
  /** Something is in it as soon as the step is done. */
  readonly collection: string;
  readonly query?: Readonly<Record<string, string>>;
}

const LONG_AGO_MS = 90 * 86_400_000;

/** The steps in their order. `nowMs`: how far back requests are looked for depends on it. */
export const firstSteps = (nowMs: number): readonly FirstStep[] => [
  {
    ...{ id: 'provider', title: 'Add a provider', to: `${RESOURCES.provider.page}/_new` },
    text: 'Where models are: its address, and the key to it.',
    ...{ write: 'providers:write', read: 'providers:read' },
    collection: RESOURCES.provider.collection,
  },
  {
    ...{ id: 'model', title: 'Add a model', to: `${RESOURCES.model.page}/_new` },
    text: 'What clients may ask for, and what it costs.',
    ...{ write: 'models:write', read: 'models:read' },
    collection: RESOURCES.model.collection,
  },
  {
    ...{ id: 'key', title: 'Make an API key', to: `${RESOURCES.apiKey.page}/_new` },
    text: 'With it a team or an application asks the gateway.',
    ...{ write: 'api_keys:write', read: 'api_keys:read' },
    collection: RESOURCES.apiKey.collection,
  },
  {
    ...{ id: 'request', title: 'Send the first request', to: '/playground' },
    text: 'In the playground, or from your own code.',
    ...{ write: undefined, read: 'decisions:read' },
    collection: '/api/v1/requests',
    query: { since: new Date(nowMs - LONG_AGO_MS).toISOString() },
  },
  {
    ...{ id: 'policy', title: 'Write a policy', to: `${RESOURCES.routingPolicy.page}/_new` },
    text: 'Which model answers whom, and when.',
    ...{ write: 'routing_policies:write', read: 'routing_policies:read' },
    collection: RESOURCES.routingPolicy.collection,
  },
];

/** The steps for somebody with these permissions: none where they may set nothing up. */
export function stepsFor(steps: readonly FirstStep[], held: readonly string[]): FirstStep[] {
  const own = steps.filter(({ write, read }) => {
    return held.includes(read) && (write === undefined || held.includes(write));
  });
  return own.some(({ id }) => id === 'provider' || id === 'model') ? own : [];
}
