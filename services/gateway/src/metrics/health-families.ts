import type { CircuitState } from '../health/circuit.ts';
import type { HealthBook } from '../health/health-book.ts';
import type { Family } from './family.ts';

/** As numbers, so that more than 0 is a circuit that is not closed. */
const STATES: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Which providers and credentials are let alone, for Prometheus. */
export const healthFamilies = (health: Pick<HealthBook, 'targets'>): Family[] => [
  {
    name: 'aicp_circuit_state',
    help: 'Whether a provider is asked with a credential: 0 closed, 1 half open, 2 open, since it or the provider failed.',
    type: 'gauge',
    samples: () =>
      health.targets().map(({ provider, credential, state }) => ({
        labels: { provider: provider.name, credential },
        value: STATES[state],
      })),
  },
];
