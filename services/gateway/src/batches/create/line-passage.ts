import type { ClientRequest } from '../../client/client.ts';
import type { Bound } from '../../held/holding.ts';
import { access } from '../../pipeline/access.ts';
import { authenticateHolder } from '../../pipeline/authenticate.ts';
import { Exchange } from '../../pipeline/exchange/exchange.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import { StageList, type Stage } from '../../pipeline/exchange/stage.ts';
import { guardPrompt } from '../../pipeline/guard-prompt.ts';
import { bind } from '../../pipeline/held/bind.ts';
import { maintenance } from '../../pipeline/maintenance.ts';
import { nameModel } from '../../pipeline/name-model.ts';
import { Passage } from '../../pipeline/passage.ts';
import { permission, policies } from '../../pipeline/policies.ts';
import { prompt } from '../../pipeline/prompt.ts';
import { readAs } from '../../pipeline/read.ts';
import { resolve } from '../../pipeline/resolve.ts';
import type { Protocol, ProtocolRequest } from '../../protocols/protocol.ts';
import type { Runtime } from '../../routing/runtime.ts';
import { InnerResponse, type InnerAnswer } from '../../client/inner-response.ts';

/** What the requests of a batch have in common. */
export interface LinesOf {
  readonly gateway: Gateway;
  readonly runtime: Runtime;
  /** With the key. */
  readonly request: ClientRequest;
  /** Of its endpoint. */
  readonly protocol: Protocol;
  /** Where its file lives. */
  readonly bound: Bound;
}

/** Has one request of a batch pass the stages up to limits, which it takes together with all others. Resolves with it as it may be sent, or with why it may not. */
export const passLine = (of: LinesOf, input: ProtocolRequest): Promise<Routed | InnerAnswer> =>
  passed(of, (gather) =>
    StageList.from(authenticateHolder)
      .add(readAs(input))
      .add(maintenance)
      .add(prompt)
      .add(nameModel)
      .add(resolve)
      .add(access)
      .add(boundTo(of.bound))
      .add(policies)
      .add(permission)
      .add(bind)
      .add(guardPrompt)
      .add(gather),
  );

/** The same for a batch whose requests were looked at: whether its key, its model and policies let it be sent at this moment. */
export const passAgain = (
  of: LinesOf,
  { input, keep }: { readonly input: ProtocolRequest; readonly keep: Stage<'routed', 'routed'> },
): Promise<Routed | InnerAnswer> =>
  passed(of, (gather) =>
    StageList.from(authenticateHolder)
      .add(readAs(input))
      .add(maintenance)
      .add(nameModel)
      .add(resolve)
      .add(access)
      .add(boundTo(of.bound))
      .add(policies)
      .add(permission)
      .add(bind)
      .add(keep)
      .add(gather),
  );

/** Has something pass stages that end with the one that is given to them. */
function passed(
  { bound: _, ...parts }: LinesOf,
  listOf: (gather: Stage<'routed', 'routed'>) => StageList<'routed'>,
): Promise<Routed | InnerAnswer> {
  return new Promise((done) => {
    const exchange = new Exchange({ ...parts, response: new InnerResponse(done) });
    const gather: Stage<'routed', 'routed'> = {
      ...{ name: 'gather', from: 'routed', to: 'routed', hasEffects: false },
      run(phase, flow) {
        done(phase);
        flow.pass(phase);
      },
    };
    new Passage(exchange, listOf(gather).stages).begin();
  });
}

/** Stage: whoever serves it has its file. */
export const boundTo = (bound: Bound): Stage<'resolved', 'resolved'> => ({
  ...{ name: 'open-held', from: 'resolved', to: 'resolved', hasEffects: false },
  run(phase, flow) {
    flow.pass({ ...phase, bound });
  },
});
