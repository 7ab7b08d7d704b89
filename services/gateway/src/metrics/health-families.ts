import type { HealthBook } from '../health/health-book.ts';
import type { Family } from './family.ts';

/** Which providers and credentials are let alone, for Prometheus. */
export const healthFamilies = (health: Pick<HealthBook, 'targets'>): Family[] => [
  {
    name: 'aicp_gateway_circuit_open',
    help: '1 for a credential of a provider that is let alone, since it or the provider failed.',
    type: 'gauge',
    samples: () =>
      health.targets().map(({ provider, credential, state }) => ({
        labels: { provider: provider.name, credential },
        value: state === 'closed' ? 0 : 1,
      })),
  },
];
