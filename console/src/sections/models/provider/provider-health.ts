import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { useList } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import type { Tone } from '../../../ui/text/object-state.ts';

export type Health = ApiSchemas['SlaHealth'];

const EVERY_MS = 15_000;

/** How the models of a provider fare; undefined until it is known, and for whoever may not know. */
export function useProviderHealth(provider: string) {
  const canRead = useCan('sla_definitions:read');
  const all = useList<Health>('/api/v1/sla/health', {}, { enabled: canRead, refetchMs: EVERY_MS });
  const own = all.data?.items.filter((one) => one.provider === provider);
  return { ...all, canRead, own };
}

const ORDER: readonly Health['status'][] = ['down', 'degraded', 'healthy', 'unknown'];

/** What each state is called, and how it looks. */
export const STATES: Readonly<Record<Health['status'], { label: string; tone: Tone }>> = {
  down: { label: 'Down', tone: 'bad' },
  degraded: { label: 'Degraded', tone: 'quiet' },
  healthy: { label: 'Healthy', tone: 'good' },
  unknown: { label: 'Too few requests', tone: 'waiting' },
};

/** How the worst of several fares; undefined of none. */
export const worstOf = (all: readonly Health[]): Health['status'] | undefined =>
  ORDER.find((status) => all.some((one) => one.status === status));

/** What gateways make of a provider. */
export function circuitText(all: readonly Health[]): string {
  const circuits = new Set(all.map(({ circuit }) => circuit));
  if (circuits.has('open')) return 'Gateways pass it over after failures';
  if (circuits.has('half_open')) return 'Gateways try it again after failures';
  return circuits.has('closed') ? 'Gateways use it' : 'No gateway has said anything';
}
