import { preparePrompt } from '@aicp/contracts/prompts/prepare-prompt';
import { BodyShare } from '../memory/request-memory.ts';
import type { ProtocolRequest } from '../protocols/protocol.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Read } from './exchange/phases.ts';
import { shed, toRefusal, type Refusal } from './exchange/refusal.ts';
import { promptLabel } from './exchange/response-headers.ts';
import type { Stage } from './exchange/stage.ts';

/** The header of a request that wants the text of its prompt that nobody approved yet. */
const DRAFT_HEADER = 'x-aicp-prompt-draft';

/**
 * Stage: puts the text of the prompt that a request names into its messages. It comes before the model is named, since a prompt may name
 * it, and before everything that looks at the messages.
 */
export const prompt: Stage<'read', 'read'> = {
  name: 'prompt',
  from: 'read',
  to: 'read',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, input, principal } = phase;
    if (!input.prompt || !input.withPrompt) {
      flow.pass(phase);
      return;
    }
    const { prompts, settings } = exchange.runtime;
    const prepared = preparePrompt(prompts, input.prompt, {
      principal,
      environment: settings.environment,
      wantsDraft: wantsDraft(exchange),
    });
    if ('status' in prepared) {
      flow.refuse(toRefusal(prepared));
      return;
    }
    const { text, ...used } = prepared;
    exchange.note('prompt', used.isDraft ? 'draft' : 'approved', promptLabel(used));
    const withText = input.withPrompt(text);
    const refusal = noRoom(phase, withText);
    if (refusal) flow.refuse(refusal);
    else flow.pass({ ...phase, input: withText, prompt: used });
  },
};

function wantsDraft({ request: { headers } }: Exchange): boolean {
  const wish = headers[DRAFT_HEADER];
  return typeof wish === 'string' && wish.toLowerCase() === 'true';
}

/** A refusal where the memory for bodies has no room for what the text adds; else it holds that until the response closes. */
function noRoom(
  { exchange, input, principal }: Read,
  withText: ProtocolRequest,
): Refusal | undefined {
  const { memory, holders, admission } = exchange.gateway;
  const share = new BodyShare(memory, holders.of(principal));
  exchange.response.once('close', () => {
    share.release();
  });
  if (share.take(Math.max(0, withText.size - input.size))) return undefined;
  const { missing = 'request_bytes' } = share;
  admission.shed[missing] += 1;
  return shed(missing);
}
