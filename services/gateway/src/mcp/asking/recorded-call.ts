import type { Answer } from '@aicp/common/mcp/mcp-upstream';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Call } from '../../calls/call.ts';
import type { CallTarget } from '../../calls/call-target.ts';
import type { Caller } from '../../calls/caller.ts';
import { CallGuards, type GuardedMessage } from '../../calls/guarding/call-guards.ts';
import { Withheld } from '../../calls/guarding/withheld.ts';
import { guardrailStopped, retryAfterOf, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Talk } from '../sessions/client-link.ts';

/** What a client sends to a server. */
export interface Said {
  readonly params: Answer | undefined;
  /** What it answers to what the server wanted to know. */
  readonly inputResponses: unknown;
}

/** A request that is passed on. */
export interface PassedOn {
  readonly said: Said;
  /** Asks the server. Rejects with its ProtocolError. */
  readonly ask: (said: Said, talk: Talk | undefined) => Promise<Answer>;
  /** Nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** A call that goes into the ledger, where guardrails, limits and budgets let it through: whoever is stopped is told so in the words of the protocol. */
export async function recorded(
  caller: Caller,
  target: CallTarget,
  { said, ask, signal }: PassedOn,
): Promise<Answer> {
  const guards = CallGuards.of(caller, target);
  const sent = guards ? await saidAs(guards, said) : { stop: undefined, message: said };
  const call = await Call.begin(caller, target, { guards, stop: sent.stop });
  if (!(call instanceof Call)) throw refusedBy(call);
  try {
    const answer = await guardedAnswer(guards, () => ask(sent.message, guards && talkBy(guards)));
    call.end({ completion: 'complete', status: 200 });
    return answer;
  } catch (error) {
    if (error instanceof Withheld) {
      call.end({ completion: 'complete', status: error.refusal.status, withheld: error.refusal });
      throw refusedBy(error.refusal);
    }
    call.end({ completion: signal.aborted ? 'client_gone' : completionOf(error), status: 200 });
    throw error;
  }
}

/** What is sent, as guardrails let it go on. The name of what is asked for is none of the client's texts. */
async function saidAs(guards: CallGuards, said: Said): Promise<GuardedMessage<Said>> {
  const { name, ...params } = said.params ?? {};
  const { stop, message } = await guards.sent({ params, inputResponses: said.inputResponses });
  const named = name === undefined ? message.params : { ...message.params, name };
  return { stop, message: { ...message, params: said.params && named } };
}

/** What a server answers, as guardrails let it go on; its errors as well. */
async function guardedAnswer(
  guards: CallGuards | undefined,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (!guards) return await ask();
  let answer: Answer;
  try {
    answer = await ask();
  } catch (error) {
    if (!ProtocolError.isInstance(error)) throw error;
    const { code, message, data } = error;
    const told = passed(await guards.answered({ message, data }));
    throw ProtocolError.fromError(code, told.message, told.data);
  }
  return passed(await guards.answered(answer));
}

function passed<T>({ stop, message }: GuardedMessage<T>): T {
  if (stop) throw new Withheld(stop);
  return message;
}

/** What is said while the answer is made: what the server says goes the way of its answer, and what the client says that of its request. */
const talkBy = (guards: CallGuards): Talk => ({
  toClient: async (message) => goingOn('answer', await guards.answered(message)),
  toServer: async (message) => goingOn('request', await guards.sent(message)),
});

function goingOn<T>(what: 'request' | 'answer', { stop, message }: GuardedMessage<T>): T {
  if (stop) throw refusedBy(guardrailStopped(what, stop));
  return message;
}

function refusedBy(refusal: Refusal): ProtocolError {
  const { message, code, status } = refusal;
  const seconds = retryAfterOf(refusal);
  const again = seconds === undefined ? {} : { retry_after: seconds };
  return new ProtocolError(REFUSED, message, { code, status, ...again });
}

const BROKEN: number = ProtocolErrorCode.InternalError;

/** A server that refuses a call has answered it; one that says that it is broken has failed. */
const completionOf = (error: unknown): 'complete' | 'provider_failed' =>
  ProtocolError.isInstance(error) && error.code !== BROKEN ? 'complete' : 'provider_failed';

/** Of the codes that JSON-RPC leaves to servers. */
const REFUSED = -32000;
