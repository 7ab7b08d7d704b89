import { createHash } from 'node:crypto';
import { Problem } from '@aicp/common/errors/problem';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Clock } from '@aicp/common/time/clock';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import { mayStart, type Caller } from '../access/caller.ts';
import type { Launcher } from '../runtime/launcher.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Execution } from '../store/rows.ts';
import { heedingBounds } from './heeding-bounds.ts';
import { changeOf, type Sent } from './record-of.ts';
import type { WorkflowMetrics } from '../metrics/workflow-metrics.ts';
import { inputFaults } from '../templates/input-check.ts';
import { leftOf, lowestCost, nanoOf } from '../templates/most-cost.ts';

/** What somebody wants to be run. */
export interface Wanted {
  readonly template: string;
  readonly input: unknown;
  /** Decimal USD. */
  readonly maxCostUsd: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The execution whose step asks for it, and whose bound it keeps; absent: none does. */
  readonly parent?: Execution | undefined;
  /** Of A2A; absent: none. */
  readonly contextId?: string;
  /** The request that asks for it. */
  readonly sent: Sent;
}

interface StartsOptions {
  readonly snapshot: Pick<WorkflowSnapshot, 'current'>;
  readonly executions: Pick<ExecutionStore, 'create'>;
  readonly launcher: Pick<Launcher, 'begin'>;
  readonly metrics: Pick<WorkflowMetrics, 'startedOne' | 'refusedOne'>;
  readonly clock: Clock;
}

/** 422: the same key was sent with something else. */
export class KeyUsedOtherwise extends Problem {
  constructor() {
    super(
      422,
      'This Idempotency-Key was used for another template, input or bound. Take a new key for a new request.',
    );
  }
}

/** Starts executions. */
export class Starts {
  private readonly options: StartsOptions;

  constructor(options: StartsOptions) {
    this.options = options;
  }

  /**
   * Starts one, or answers the one that was started under the same key. Rejects with a Problem: 403 for who only reads, 404 for a template that the caller has none of, 422 for an input that it does not
   * take, or a key that was used for something else, 429 where as many are open as may be.
   */
  async start(caller: Caller, wanted: Wanted): Promise<Execution> {
    const { executions, launcher, metrics, clock } = this.options;
    if (!mayStart(caller)) throw new Problem(403, `The role ${caller.role} starts no executions.`);
    const definition = this.definitionOf(caller, wanted.template);
    requireInput(definition, wanted.input);
    const asked = digestOf(wanted);
    const nowMs = clock.now();
    const id = uuidV7(nowMs);
    const owner = ownerOf(caller);
    const execution = { id, template: definition.type, ...owner };
    const deed = changeOf(wanted.sent, { caller, execution, action: 'execute', nowMs });
    const made = await heedingBounds(metrics, () =>
      executions.create({
        ...{ id, definition, asked, input: wanted.input, idempotencyKey: wanted.idempotencyKey },
        ...{ owner, parent: wanted.parent, contextId: wanted.contextId, deed },
        maxCostNano: lowestCost(definition, mostOf(wanted)),
      }),
    );
    if (made.id === id) metrics.startedOne();
    if (made.asked !== asked) throw new KeyUsedOtherwise();
    if (made.status === 'pending') await launcher.begin(made.id, made.run);
    return made;
  }

  private definitionOf({ organization }: Caller, template: string): WorkflowDefinition {
    const { templates } = this.options.snapshot.current;
    const found = templates.find(template, organization);
    if (found) return found;
    throw new Problem(
      404,
      `There is no template "${template}" that you may run. GET /api/v1/templates lists those that there are.`,
    );
  }
}

const mostOf = ({ parent, maxCostUsd }: Wanted): bigint | undefined => {
  if (parent) return leftOf(parent);
  return maxCostUsd === undefined ? undefined : nanoOf(maxCostUsd);
};

function requireInput(definition: WorkflowDefinition, input: unknown): void {
  const errors = inputFaults(definition, input);
  if (errors.length === 0) return;
  throw new Problem(
    422,
    `The template "${definition.type}" does not take this input: correct the fields in errors.`,
    { errors },
  );
}

const digestOf = ({ template, input, maxCostUsd }: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([template, input ?? null, maxCostUsd ?? null]))
    .digest('hex');

const ownerOf = (caller: Caller) => ({
  organization: caller.organization ?? '',
  organization_uid: caller.organizationUid,
  team: caller.team ?? '',
  team_uid: caller.teamUid,
  starter: { delegator: caller.delegator, name: caller.name, user: caller.user },
  starter_id: caller.id,
  is_anonymous: caller.isAnonymous,
});
