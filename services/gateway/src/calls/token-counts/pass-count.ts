import { entitlementOf } from '@aicp/contracts/routing/tables';
import { InnerResponse, type InnerAnswer } from '../../client/inner-response.ts';
import { access } from '../../pipeline/access.ts';
import { Exchange } from '../../pipeline/exchange/exchange.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import { StageList, type Stage } from '../../pipeline/exchange/stage.ts';
import { guardPrompt } from '../../pipeline/guard-prompt.ts';
import { bind, openHeld } from '../../pipeline/held/bind.ts';
import { nameModel } from '../../pipeline/name-model.ts';
import { Passage } from '../../pipeline/passage.ts';
import { permission, policies } from '../../pipeline/policies.ts';
import { prompt } from '../../pipeline/prompt.ts';
import { readAs } from '../../pipeline/read.ts';
import { resolve } from '../../pipeline/resolve.ts';
import type { Protocol, ProtocolRequest } from '../../protocols/protocol.ts';
import type { Asked } from '../asked/asked.ts';
import type { Caller } from '../caller.ts';

/** A request whose tokens somebody wants to know. */
export interface Counted {
  readonly protocol: Protocol;
  readonly input: ProtocolRequest;
}

/**
 * Has a request whose tokens are asked for pass every stage that could refuse it, as if it were to be answered. Resolves with it as it would be sent, or with
 * why it would not be; a dry run with what would be decided. Never where the client left meanwhile.
 */
export function passCount(
  { caller, request }: Asked,
  { protocol, input }: Counted,
): Promise<Routed | InnerAnswer> {
  return new Promise((done) => {
    const response = new InnerResponse(done);
    caller.response.once('close', () => response.emit('close'));
    // What is told of its counting is told of the call, and it is none to a model.
    const gateway = { ...caller.gateway, telemetry: undefined };
    const { runtime } = caller;
    const exchange = new Exchange({ gateway, runtime, protocol, request, response });
    const stages = StageList.from(knownAs(caller))
      .add(readAs(input))
      .add(prompt)
      .add(nameModel)
      .add(resolve)
      .add(access)
      .add(openHeld)
      .add(policies)
      .add(permission)
      .add(bind)
      .add(guardPrompt)
      .add(gather(done)).stages;
    new Passage(exchange, stages).begin();
  });
}

/** Stage: whoever was let in. */
const knownAs = ({ principal }: Caller): Stage<'arrived', 'authenticated'> => ({
  ...{ name: 'authenticate', from: 'arrived', to: 'authenticated', hasEffects: false },
  run({ exchange }, flow) {
    const entitlement = entitlementOf(principal, exchange.runtime, exchange.at);
    exchange.note('authenticate', 'known', principal.key);
    flow.pass({ phase: 'authenticated', exchange, principal, entitlement });
  },
});

/** Stage: hands it over. What ends a dry run tells the decision. */
const gather = (done: (routed: Routed) => void): Stage<'routed', 'routed'> => ({
  ...{ name: 'gather', from: 'routed', to: 'routed', hasEffects: false },
  run(phase, flow) {
    if (!phase.exchange.isDryRun) done(phase);
    flow.pass(phase);
  },
});
