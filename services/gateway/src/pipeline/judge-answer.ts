import { toldOfCaller } from '../guardrails/judges/told-of-caller.ts';
import type { OutputGuard } from '../guardrails/output/output-guard.ts';
import { atOnce } from '../guardrails/output/slices.ts';
import type { WholeAnswer } from '../guardrails/output/whole-answer.ts';
import type { RequestGuards } from '../guardrails/request-guards.ts';
import type { AnswerPart } from '../protocols/protocol.ts';
import type { Ending, Served } from './exchange/phases.ts';
import { guardrailStopped, internalError } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

/** An answer of which the client has nothing yet. */
type Held = Extract<Ending, { kind: 'document' }> | HeldStream;
type HeldStream = Extract<Ending, { kind: 'streamed' }> & { readonly held: Buffer };

/** Stage: asks the judges of guardrails about an answer that is held whole, before the client has any of it. */
export const judgeAnswer: Stage<'served', 'served'> = {
  name: 'judge-answer',
  from: 'served',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    const { exchange, ending } = phase;
    const judge = exchange.guards?.judgeAnswer;
    if (!judge || exchange.isGone || !isHeld(ending)) {
      flow.pass(phase);
      return;
    }
    void judged(phase, ending, judge)
      .catch((error: unknown): Ending => {
        const { gateway, requestId, isGone } = exchange;
        if (!isGone) gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
        return { kind: 'withheld', part: partOf(phase, ending), refusal: internalError() };
      })
      .then((left) => {
        if (left.kind === 'streamed')
          phase.delivery.firstByteAt = exchange.gateway.clock.monotonic();
        flow.pass({ ...phase, ending: left });
      });
  },
};

const isHeld = (ending: Ending): ending is Held =>
  ending.kind === 'document' || (ending.kind === 'streamed' && ending.held !== undefined);

/** What becomes of the answer. */
async function judged(
  phase: Served,
  ending: Held,
  judge: NonNullable<RequestGuards['judgeAnswer']>,
): Promise<Ending> {
  const { exchange, principal, resolution } = phase;
  const leaving = new AbortController();
  exchange.response.on('close', () => {
    leaving.abort();
  });
  const { stop, bytes } = await judge(wholeOf(phase, ending), {
    judges: exchange.gateway.judges,
    model: resolution.id,
    metadata: { ...toldOfCaller(principal), request_id: exchange.requestId },
    signal: leaving.signal,
  });
  if (stop) {
    const refusal = guardrailStopped('answer', stop);
    return { kind: 'withheld', part: partOf(phase, ending), refusal };
  }
  if (ending.kind === 'streamed') return { ...ending, held: bytes };
  return { ...ending, body: bytes, original: ending.original ?? ending.body };
}

function wholeOf({ exchange: { protocol }, input }: Served, ending: Held): WholeAnswer {
  if (ending.kind === 'document') {
    const through = (bytes: Buffer, guard: OutputGuard): Buffer =>
      atOnce(protocol.guardDocument(bytes, guard, input)) ?? bytes;
    return { bytes: ending.body, through };
  }
  const through = (bytes: Buffer, guard: OutputGuard): Buffer => {
    const stream = protocol.guardStream(guard, input);
    return Buffer.concat([atOnce(stream.push(bytes)), atOnce(stream.end())]);
  };
  return { bytes: ending.held, through };
}

/** What the provider is paid for. */
function partOf({ exchange: { protocol } }: Served, ending: Held): AnswerPart {
  if (ending.kind === 'streamed') return ending.stream;
  const bytes = ending.original ?? ending.body;
  const usage = protocol.usageOf(bytes);
  return { usage, characters: protocol.charactersOf(bytes), isText: true, finished: true };
}
