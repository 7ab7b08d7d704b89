import type { Bound } from '../../held/holding.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Resolved, Routed } from '../exchange/phases.ts';
import { badRequest, type Refusal } from '../exchange/refusal.ts';
import type { Stage } from '../exchange/stage.ts';
import { noRoomToRun } from './room-to-run.ts';
import { heldNotFound, isBoundTo, livesAt, openReferences } from './bound.ts';

/** Stage: opens what the request names of what lives at providers. What is not of its sender is not there, and nobody is asked for it. */
export const openHeld: Stage<'resolved', 'resolved'> = {
  name: 'open-held',
  from: 'resolved',
  to: 'resolved',
  hasEffects: false,
  run(phase, flow) {
    const refers = phase.input.holding?.refers ?? [];
    const [first] = refers;
    if (!first) {
      flow.pass(phase);
      return;
    }
    const { exchange, principal } = phase;
    const bound = openReferences(refers, { ids: exchange.gateway.heldIds, principal });
    if (bound && 'status' in bound) refuse(phase, flow, bound);
    else if (bound && !isAnywhere(phase, bound))
      refuse(phase, flow, heldNotFound(first.kind, first));
    else flow.pass({ ...phase, bound });
  },
};

/** Stage: leaves of those who may serve the ones where that lives which the request names. Refuses what would go on where too much does. */
export const bind: Stage<'routed', 'routed'> = {
  name: 'bind',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const { bound, exchange } = phase;
    const full = noRoomToRun(phase);
    if (full) {
      refuse(phase, flow, full);
      return;
    }
    if (!bound) {
      flow.pass(phase);
      return;
    }
    const narrowed = boundRoute(phase);
    if (narrowed.candidates.length === 0) {
      refuse(phase, flow, elsewhere(phase, bound));
      return;
    }
    exchange.note('bind', 'bound', bound.provider);
    flow.pass(narrowed);
  },
};

/** The route of a request without those who do not have what it names. */
export function boundRoute(routed: Routed): Routed {
  const { bound, exchange, instead, mayServe } = routed;
  if (!bound) return routed;
  const { format } = exchange.protocol;
  const has = (model: RuntimeModel): boolean =>
    isBoundTo(model, bound) &&
    model.provider.targets.every(({ client }) => client.speaks.includes(format));
  return {
    ...routed,
    candidates: routed.candidates.filter(has),
    instead: (model, reason) => instead(model, reason).filter(has),
    mayServe: (model) => has(model) && mayServe(model),
  };
}

/** Whether the provider is still there, with that account. */
const isAnywhere = ({ exchange }: Resolved, bound: Bound): boolean =>
  exchange.runtime.catalog.models.some(({ provider }) => livesAt(provider, bound));

const INSTEAD: Readonly<Record<string, string>> = {
  file: 'send what the file holds in the place of its id (file_data)',
  response: 'send the whole conversation in input',
};

function elsewhere({ requestedName, input }: Routed, { provider }: Bound): Refusal {
  const kinds = new Set(input.holding?.refers.map(({ kind }) => kind));
  const instead = [...kinds].map((kind) => INSTEAD[kind] ?? 'leave it out').join(', and ');
  return badRequest(
    `What the request names lives at the provider "${provider}", and none of who may serve "${requestedName}" is a model of that provider. Name one that is, or ${instead}.`,
    'model',
  );
}

function refuse(
  { exchange }: Resolved,
  flow: { refuse(refusal: Refusal): void },
  refusal: Refusal,
): void {
  exchange.note('bind', 'refused', refusal.message);
  flow.refuse(refusal);
}
