import type { Bound } from '../../held/holding.ts';
import type { Document } from '../../files/asking/thing-call.ts';
import type { Place } from '../../files/asking/places.ts';
import { access } from '../../pipeline/access.ts';
import { authenticateHolder } from '../../pipeline/authenticate.ts';
import { countUsage } from '../../pipeline/count-usage.ts';
import { decide } from '../../pipeline/decide.ts';
import { internalError, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { StageList, type Stage } from '../../pipeline/exchange/stage.ts';
import { bind } from '../../pipeline/held/bind.ts';
import { intend } from '../../pipeline/intend.ts';
import { keepOpen } from '../../pipeline/keep-open.ts';
import { limitedRequest } from '../../pipeline/limits/limited-request.ts';
import { takeOrRefuse } from '../../pipeline/limits/take-plan.ts';
import { maintenance } from '../../pipeline/maintenance.ts';
import { nameModel } from '../../pipeline/name-model.ts';
import { permission, policies } from '../../pipeline/policies.ts';
import { prices } from '../../pipeline/prices.ts';
import { beginAttempt } from '../../pipeline/record/begin-attempt.ts';
import { readAs } from '../../pipeline/read.ts';
import { resolve } from '../../pipeline/resolve.ts';
import { respond } from '../../pipeline/respond.ts';
import { settle } from '../../pipeline/settle.ts';
import { keepModel } from '../../pipeline/held/keep-model.ts';
import type { ProtocolRequest } from '../../protocols/protocol.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { boundTo } from './line-passage.ts';

/** What sets one batch apart. */
export interface BatchParts {
  readonly input: ProtocolRequest;
  /** Where its file lives. */
  readonly bound: Bound;
  readonly place: Place;
  /** The model that its file was written for. */
  readonly model: RuntimeModel;
  /** Has the provider begin it. */
  readonly submit: () => Promise<Document | Refusal>;
  /** As its owner is told of it. */
  readonly tell: (document: Document) => Buffer;
}

/** What happens to a batch: the stages of every request, but for what was done for each of its requests. It holds what they are likely to use until it is settled. */
export const batchStages = (parts: BatchParts): readonly Stage[] =>
  StageList.from(authenticateHolder)
    .add(readAs(parts.input))
    .add(maintenance)
    .add(nameModel)
    .add(resolve)
    .add(access)
    .add(boundTo(parts.bound))
    .add(policies)
    .add(permission)
    .add(bind)
    .add(keepModelOf(parts))
    .add(prices)
    .add(limitBatch)
    .add(intend)
    .add(dispatchBatch(parts))
    .add(countUsage)
    .add(keepOpen)
    .add(respond)
    .add(settle)
    .add(decide).stages;

/** Stage: the model that the batch's file is written for serves it. */
export const keepModelOf = ({ model }: Pick<BatchParts, 'model'>): Stage<'routed', 'routed'> =>
  keepModel(model, modelDenied);

/** 403: each request of the batch may be sent to its model, and the batch may not. */
const modelDenied = (model: string): Refusal => ({
  ...{ status: 403, type: 'permission_error', code: 'policy_denied', param: null, headers: [] },
  message: `The model that serves "${model}" may not serve this batch: a routing policy forbids it for the metadata of the batch, or for the size of all its requests together. Leave such metadata out, make smaller batches, or name another model in its requests.`,
});

/** Stage: takes what all requests of the batch ask of limits and budgets. No budget has a cheaper model serve it: its file is written. */
const limitBatch: Stage<'routed', 'routed'> = {
  name: 'limit',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const { limiter } = phase.exchange.gateway;
    const plan = limiter.plan(limitedRequest(phase, phase.candidates[0]));
    takeOrRefuse(phase, plan, flow);
  },
};

/** Stage: has the provider begin it. */
const dispatchBatch = (parts: BatchParts): Stage<'routed', 'answered'> => ({
  ...{ name: 'dispatch', from: 'routed', to: 'answered', hasEffects: true },
  run(phase, flow) {
    const { delivery, record } = beginAttempt(phase, parts.place);
    const { gateway, requestId } = phase.exchange;
    const end = (told: Document | Refusal): void => {
      delivery.answeredAt = gateway.clock.monotonic();
      if ('document' in told) {
        record.answered();
        delivery.left = leftAt(parts.place, told);
        const ending = { kind: 'document' as const, body: parts.tell(told) };
        flow.pass({ ...phase, phase: 'answered', delivery, ending });
        return;
      }
      if (told.status < 500) record.refused();
      else record.failed('server_error', 'provider');
      const ending = { kind: 'failed' as const, refusal: told };
      flow.pass({ ...phase, phase: 'answered', delivery, ending });
    };
    parts
      .submit()
      .then(end)
      .catch((error: unknown) => {
        gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
        flow.refuse(internalError());
      });
  },
});

const leftAt = ({ provider, target }: Place, { document }: Document) => ({
  ...{ provider: provider.id, identity: provider.identity, credential: target.name },
  upstreamId: String(document['id']),
});
