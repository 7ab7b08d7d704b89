import { totalOf } from '@aicp/contracts/usage/token-totals';
import { LONGEST_BATCH_MS, LONGEST_RUN_MS, type LeftBy } from '../exchange/backgrounds.ts';
import { digestOf } from '../../held/held-ids.ts';
import { fromTuple } from '../../usage/journal/codec.ts';
import { withSettledLater, type SettledLater } from '../../usage/journal/settled-later.ts';
import { mostBelievable, type Believable, type TokenLimits } from '../../usage/token-limits.ts';
import type { ProtocolRequest } from '../../protocols/protocol.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { likelyTokens } from '../exchange/likely-tokens.ts';
import type { Served } from '../exchange/phases.ts';
import { likelyCost } from '../spend/likely-cost.ts';
import { mostOfBytes } from '../exchange/believed-tokens.ts';
import { answeredIntentOf } from './intent-line.ts';
import { settleTaken } from './settle-taken.ts';

const NOTHING_YET = { input: 0, output: 0 };

/** Leaves a request open with which its provider goes on: its intent says where, and its limits hold what they hold until it is settled. `outcome`: as far as it is known. */
export function leaveOpen(served: Served, outcome: string): void {
  const { exchange, delivery, input } = served;
  const { left, model } = delivery;
  if (!left) return;
  const most = model ? mostOfOne(model.limits, input) : NOTHING_YET;
  const { parts } = input;
  const longest = parts ? LONGEST_BATCH_MS : LONGEST_RUN_MS;
  const later: SettledLater = {
    ...{ at: left.provider, digest: digestOf(left.identity), by: left.credential },
    ...{ up: left.upstreamId, until: exchange.at + longest, out: outcome },
    most: [Math.floor(most.input), Math.floor(most.output)],
    ...unpricedOf(exchange.runtime),
    ...(model ? { holds: holdsOf(served, model) } : {}),
    ...(parts ? { lines: parts.length } : {}),
  };
  const line = withSettledLater(answeredIntentOf(delivery), later);
  exchange.gateway.journal.amend(exchange.id, line);
  exchange.gateway.backgrounds.watch(line, leftBy(served));
}

/** What limits and budgets let it take, which may be far more than is likely. */
function holdsOf(served: Served, model: RuntimeModel): SettledLater['holds'] {
  const [prompt, answers] = likelyTokens(served, model, { isBounded: true });
  return [Math.ceil(prompt + answers), Math.ceil(likelyCost(served, model).likely)];
}

function unpricedOf({ settings }: Served['exchange']['runtime']): Pick<SettledLater, 'unpriced'> {
  if (!settings.costTracking) return {};
  return { unpriced: settings.unpricedModelPolicy === 'zero' ? 'zero' : 'unknown' };
}

/** What is believed of a request, or of any one of those that it stands for. */
function mostOfOne(limits: TokenLimits, input: ProtocolRequest): Believable {
  const { parts } = input;
  if (!parts) return mostBelievable(limits, input);
  const all = parts.map((part) => mostBelievable(limits, part));
  return {
    input: all.reduce((most, one) => Math.max(most, one.input), 0),
    output: all.reduce((most, one) => Math.max(most, one.output), 0),
  };
}

/** Nothing of the request stays in memory but what it holds of limits. */
function leftBy({ exchange, delivery, taken, input }: Served): LeftBy {
  const { model } = delivery;
  const { embedded, gateway } = exchange;
  const { promptCharacters } = input;
  const { modelLimits } = delivery;
  return {
    model,
    settle({ tok, cost: reckoned }, bytes) {
      const tokens = fromTuple(tok);
      const cost = reckoned ?? 0;
      const most = mostOfBytes(model, promptCharacters, () => bytes);
      const held = { embedded, model, modelLimits, taken };
      settleTaken(held, { tokens: totalOf(tokens), most, cost });
      const served = { model: model?.id, provider: model?.provider.id };
      gateway.metrics.spent({ ...served, tokens, cost_nano_usd: cost });
    },
  };
}
