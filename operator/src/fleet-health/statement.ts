import { condition, type Condition } from '@aicp/crds/kit/conditions';
import { targetHealth, type TargetHealth } from '@aicp/crds/kit/target-health';
import { z } from 'zod';

export const HEALTHY = 'Healthy';

/** What a status says of how requests to an object fare: the condition Healthy, and of a Provider what each replica sees. */
export interface HealthStatement {
  readonly status: Condition['status'];
  readonly reason: string;
  readonly message: string;
  /** Empty for a Model. */
  readonly targets: readonly TargetHealth[];
}

const stored = z.object({
  conditions: z.array(condition).catch([]),
  health: z.array(targetHealth).catch([]),
});

/** What a stored status says of it; undefined where it says nothing. */
export function statementIn(status: unknown): HealthStatement | undefined {
  const { conditions, health } = stored.safeParse(status).data ?? { conditions: [], health: [] };
  const healthy = conditions.find(({ type }) => type === HEALTHY);
  if (!healthy) return undefined;
  const { status: value, reason, message } = healthy;
  return { status: value, reason, message, targets: health };
}

/** Whether two statements say the same of who can be asked; figures aside. */
export const haveSameFacts = (a: HealthStatement, b: HealthStatement): boolean =>
  factsOf(a) === factsOf(b);

const factsOf = ({ status, reason, targets }: HealthStatement): string =>
  JSON.stringify([status, reason, targets.filter(isHeldBack).map(nameOf).sort()]);

/** A circuit that opens, is tried and opens again is the same fact all the time. */
export const isHeldBack = ({ circuit }: Pick<TargetHealth, 'circuit'>): boolean =>
  circuit !== 'closed';

const nameOf = ({ replica, credential }: TargetHealth): string =>
  JSON.stringify([replica, credential]);
