import { defineRoute, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { DECISION_HEADER } from '@aicp/contracts/workflows/decision-record';
import { approvalDecision } from '@aicp/contracts/workflows/steps/approval';
import { z } from 'zod';
import { isOf, sees, type Caller } from '../access/caller.ts';
import type { Signal } from '../database/tables.ts';
import { cancelExecution } from './cancel-execution.ts';
import {
  absent,
  ERRORS,
  executionOf,
  openRoute,
  PATH,
  requireMayChange,
  type ExecutionParts,
} from './execution-parts.ts';
import type { Execution, Step } from '../store/rows.ts';
import { heedingBounds } from './heeding-bounds.ts';
import { executionDetail, toDetail } from './execution-view.ts';
import { changeOf, recordOf } from './record-of.ts';
import { isNamed, isWaiting, whyNotDecide } from './why-not-decide.ts';

const MIB = 1_048_576;

const signalBody = z.strictObject({
  step: z.string().min(1).max(600).meta({ description: 'Path, or id, of the step that waits.' }),
  payload: approvalDecision.meta({
    description:
      'What is said: `{"approved": true}` approves, `{"approved": false}` refuses, and whatever else it has goes along. Without a plain true or false nothing is decided.',
  }),
});

/** Cancelling, retrying, and deciding for a step that waits. */
export const executionDeeds = (parts: ExecutionParts): Route[] => [
  cancelRoute(parts),
  retryRoute(parts),
  signalRoute(parts),
];

const deed = (parts: ExecutionParts, verb: 'cancel' | 'retry' | 'signal') =>
  ({
    ...openRoute(parts),
    method: 'post',
    path: `${PATH}/{id}/${verb}`,
    operationId: `${verb}Execution`,
    answers: { 200: { description: 'It.', schema: executionDetail } },
    errors: [...ERRORS, 404, 409],
    dryRun: false,
  }) as const;

const cancelRoute = (parts: ExecutionParts): Route =>
  defineRoute({
    ...deed(parts, 'cancel'),
    summary: 'Cancel an execution',
    description:
      'Once it is answered, no step begins, here or on another replica; a call that is under way is given up. So it is with the executions that its steps started.',
    handler: async (context) => {
      const { caller, execution } = await executionOf(context, parts);
      requireMayChange(caller);
      const { now, deedId } = await cancelExecution({ sent: context, caller, execution }, parts);
      // A cancel that is sent again is answered as the first was.
      if (now?.status === 'cancelled') return await detailOf(execution.id, caller, parts, deedId);
      throw new Problem(
        409,
        `The execution has ${now?.status ?? 'ended'}: there is nothing to cancel.`,
      );
    },
  });

const retryRoute = (parts: ExecutionParts): Route =>
  defineRoute({
    ...deed(parts, 'retry'),
    summary: 'Execute a failed execution again, from the steps that did not complete',
    description: 'What its other steps put out stays, and so does the template as it was.',
    handler: async (context) => {
      const { caller, execution } = await executionOf(context, parts);
      requireMayChange(caller);
      const nowMs = parts.clock.now();
      const deed = changeOf(context, { caller, execution, action: 'retry', nowMs });
      const again = await heedingBounds(parts.metrics, () =>
        parts.executions.retry(execution.id, deed),
      );
      if (!again) {
        throw new Problem(
          409,
          `The execution is ${execution.status}: only a failed one is retried.`,
        );
      }
      await parts.launcher.begin(again.id, again.run);
      return await detailOf(again.id, caller, parts, deed?.id);
    },
  });

const signalRoute = (parts: ExecutionParts): Route =>
  defineRoute({
    ...deed(parts, 'signal'),
    summary: 'Decide for a step that waits for a person',
    description:
      'Whom the step names may, by the name of the person or of the key; where it names nobody, the administrators of the organization. Where the settings ask for four eyes, who started the execution may not, unless nobody else could.',
    beforeBody: parts.callers.admitKnown,
    body: signalBody,
    errors: [...ERRORS, 404, 409, 422],
    bodyBytes: MIB,
    bodyExample: { step: 'review', payload: { approved: true } },
    handler: (context) => decide(context, parts),
  });

type SignalContext = RouteContext<Record<string, string>, unknown, z.output<typeof signalBody>>;

async function decide(context: SignalContext, parts: ExecutionParts) {
  const { callers, clock, executions, watch } = parts;
  const caller = callers.of(context.request);
  const { id = '' } = context.params;
  const { step: named, payload } = context.body;
  const execution = await executions.find(id);
  if (!execution || !(sees(caller, execution) || isOfSame(caller, execution))) throw absent(id);
  const waiting = (await executions.steps(id)).filter(isWaiting);
  const isAsked = waiting.some((one) => isNamed(caller, execution, one.approvers));
  if (!sees(caller, execution) && !isAsked) throw absent(id);
  const step = oneOf(waiting, named);
  const known = parts.snapshot.current;
  const why = whyNotDecide(caller, { execution, step, known });
  if (why !== undefined) throw new Problem(403, why);
  const signal: Signal = {
    payload,
    by: caller.name,
    at: new Date(clock.now()).toISOString(),
  };
  const record = recordOf(context, { caller, execution, step, signal });
  if (!(await parts.decisions.decide(record, signal))) throw notWaiting(named);
  watch.decided(id, step.path, signal);
  return await detailOf(id, caller, parts, record.id);
}

const isOfSame = (caller: Caller, execution: Execution): boolean =>
  caller.organizationUid !== '' && isOf(caller, execution);

function oneOf(waiting: readonly Step[], named: string): Step {
  const byPath = waiting.find(({ path }) => path === named);
  const byId = waiting.filter(({ step_id: id }) => id === named);
  const [only] = byId;
  if (byPath) return byPath;
  if (!only) throw notWaiting(named);
  if (byId.length === 1) return only;
  const paths = byId.map(({ path }) => path).join(', ');
  throw new Problem(409, `Several steps "${named}" wait: name one by its path (${paths}).`);
}

const notWaiting = (named: string): Problem =>
  new Problem(409, `No step "${named}" of this execution waits for a person.`);

/** The execution as it is now, with the id of what was noted of the deed. */
async function detailOf(
  id: string,
  caller: Caller,
  { executions, snapshot }: ExecutionParts,
  deedId: string | undefined,
) {
  const execution = await executions.find(id);
  if (!execution) throw absent(id);
  const reader = { caller, known: snapshot.current };
  const body = toDetail(execution, await executions.steps(id), reader);
  const headers = deedId === undefined ? {} : { [DECISION_HEADER]: deedId };
  return { status: 200, body, headers };
}
