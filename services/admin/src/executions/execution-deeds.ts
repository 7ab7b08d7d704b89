import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import { LOCATION, locationOf } from '@aicp/api-kit/route/location';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { DECISION_HEADER, saidIn } from '@aicp/contracts/workflows/decision-record';
import { Problem } from '@aicp/common/errors/problem';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import {
  askEngine,
  MOST_MS,
  type Asked,
  type EngineAnswer,
  type EngineNeeds,
} from './ask-engine.ts';
import type { DecisionEntries } from './decision-entries.ts';
import { executionEntryOf, type ExecutionDeed } from './execution-entry.ts';
import { ENGINE_ERRORS, PATH, pathOf, TAG } from './execution-paths.ts';
import { executionBody, executionDetail, signalBody } from './execution-schema.ts';

export interface DeedNeeds extends EngineNeeds {
  /** Where it is noted who did what. */
  readonly chain: Pick<AuditChain, 'record'>;
  /** Where it is noted what the engine tells of too. */
  readonly decisions: Pick<DecisionEntries, 'write'>;
}

const COMMON = {
  method: 'post',
  tag: TAG,
  permission: 'executions:write',
  dryRun: false,
} as const;

const MIB = 1_048_576;

const startQuery = z.object({
  team_id: z.string().min(1).max(253).optional().meta({
    description:
      'Of a person who is in several teams: whose limits and budgets count. Without it, the first by name.',
  }),
});

/** Starting, ending and answering executions, each noted in the audit log. */
export const executionDeeds = (needs: DeedNeeds): Route[] => [
  defineRoute({
    ...COMMON,
    path: PATH,
    operationId: 'startExecution',
    summary: 'Execute a workflow',
    description:
      'By the workflow engine, as the key that opened the session or the person who signed in: with their models, policies, limits and budgets.',
    query: startQuery,
    body: executionBody,
    bodyBytes: MIB,
    bodyExample: { template: 'research', input: { query: 'What is a control plane?' } },
    errors: [404, ...ENGINE_ERRORS],
    answers: {
      201: { description: 'It was started.', schema: executionDetail, headers: LOCATION },
    },
    handler: async (context) => {
      const { body, query, request } = context;
      const answer = await done(context, needs, {
        asked: { path: pathOf(), body, team: query.team_id },
        deed: (id) => ({ action: 'execute', id, about: { template: body.template } }),
      });
      return { status: 201, body: answer.body, headers: locationOf(request, idOf(answer)) };
    },
  }),
  verbRoute(needs, {
    verb: 'cancel',
    summary: 'Cancel an execution',
    description: 'Once it is answered, no step is begun; a call under way is given up.',
  }),
  verbRoute(needs, {
    verb: 'retry',
    summary: 'Execute a failed execution again, from the step that failed',
    description: 'What its other steps have answered stays.',
  }),
  defineRoute({
    ...COMMON,
    path: `${PATH}/{id}/signal`,
    operationId: 'signalExecution',
    summary: 'Answer a step that waits for a person',
    description:
      'Who may is said by the step, else the administrators of the organization; who started it may not, where the settings ask for four eyes, unless nobody else could.',
    body: signalBody,
    bodyBytes: MIB,
    bodyExample: { step: 'review', payload: { approved: true } },
    errors: [404, 409, ...ENGINE_ERRORS],
    answers: { 200: { description: 'It.', schema: executionDetail } },
    handler: async (context) => {
      const id = idIn(context);
      const { body } = context;
      const answer = await done(context, needs, {
        asked: { path: pathOf(id, 'signal'), body },
        deed: () => ({ action: 'signal', id, about: { step: body.step, ...saidIn(body.payload) } }),
      });
      return { status: 200, body: answer.body };
    },
  }),
];

const verbRoute = (
  needs: DeedNeeds,
  about: {
    readonly verb: 'cancel' | 'retry';
    readonly summary: string;
    readonly description: string;
  },
): Route => {
  const { verb, summary, description } = about;
  return defineRoute({
    ...COMMON,
    path: `${PATH}/{id}/${verb}`,
    operationId: `${verb}Execution`,
    ...{ summary, description },
    errors: [404, 409, ...ENGINE_ERRORS],
    answers: { 200: { description: 'It.', schema: executionDetail } },
    handler: async (context) => {
      const id = idIn(context);
      const answer = await done(context, needs, {
        asked: { path: pathOf(id, verb) },
        deed: () => ({ action: verb, id, about: {} }),
      });
      return { status: 200, body: answer.body };
    },
  });
};

/** Has the engine do it, and notes that. What the engine refuses has changed nothing. */
async function done(
  context: RouteContext,
  needs: DeedNeeds,
  {
    asked,
    deed,
  }: {
    readonly asked: Pick<Asked, 'path' | 'body' | 'team'>;
    readonly deed: (id: string) => ExecutionDeed;
  },
): Promise<EngineAnswer> {
  const key = context.request.get('idempotency-key');
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  await context.writes?.begin();
  try {
    const signal = AbortSignal.timeout(MOST_MS);
    const answer = await askEngine(context, needs, { ...asked, method: 'POST', headers, signal });
    await note(needs, answer, executionEntryOf(context, deed(idOf(answer))));
    return answer;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) context.writes?.refused();
    throw error;
  }
}

/** Deeds have an id, by which they are noted once: the engine tells of them too, where this service ends before it has noted one. A cancel that ended nothing has none. */
async function note(
  { chain, decisions }: DeedNeeds,
  { headers }: EngineAnswer,
  draft: AuditDraft,
): Promise<void> {
  const id = headers[DECISION_HEADER];
  if (typeof id === 'string') await decisions.write([{ id, draft }]);
  else await chain.record([draft]);
}

const named = z.looseObject({ id: z.string() });

const idOf = ({ body }: EngineAnswer): string => {
  const said = named.safeParse(body).data;
  if (said) return said.id;
  throw new Problem(502, 'The workflow engine does not say which execution it is: see its log.');
};
