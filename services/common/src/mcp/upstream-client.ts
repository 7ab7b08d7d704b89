import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
} from '@modelcontextprotocol/client';
import { isDeeperThan } from '../json/depth.ts';
import { MOST_LEVELS } from './known-tools.ts';

/** What servers and clients say to each other: an object of JSON. */
export type Answer = Record<string, unknown>;

/** A question of a server's, in the middle of a call. */
export interface Question {
  readonly method: string;
  readonly params?: Answer | undefined;
}

/** Somebody who can be asked by a server, while it answers a call. */
export interface Asker {
  /** What it can be asked. */
  readonly capabilities: ClientCapabilities;
  /** Asks it. Rejects with its ProtocolError. `signal`: the server wants no answer any more. */
  answer(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** Who hears what a server says while it answers a call. */
export interface Hearing {
  readonly asker?: Asker | undefined;
  /** A message of its log. */
  readonly onLog?: ((message: Answer) => void) | undefined;
}

/**
 * The call in whose answer a message of a server stands. Callers share connections: what comes in the stream that answers a call belongs to that call, which this carries
 * from the request to whoever reads its stream.
 */
const hearings = new AsyncLocalStorage<{ hearing: Hearing | undefined }>();

/** Lets a call be heard as long as it is under way. */
export async function heard<T>(hearing: Hearing, call: () => Promise<T>): Promise<T> {
  const open: { hearing: Hearing | undefined } = { hearing };
  try {
    return await hearings.run(open, call);
  } finally {
    // A stream may stay open: nobody is there any more.
    open.hearing = undefined;
  }
}

/** What belongs to no call: a connection that outlives it. */
export const unheard = async <T>(what: () => Promise<T>): Promise<T> =>
  await hearings.run({ hearing: undefined }, what);

const CLIENT = { name: 'ai-control-plane', version: '0.1.0' };

/** In the newest version of the protocol that both speak, or in one of 2025. */
export type Mode = 'auto' | 'legacy';

/** A client whose questions and messages go to whoever made the call that they belong to. */
export function makeClient(capabilities: ClientCapabilities, mode: Mode): Client {
  const client = new Client(CLIENT, {
    capabilities,
    versionNegotiation: { mode },
    // What a server of 2026 wants to know is for the caller to say.
    inputRequired: { autoFulfill: false },
  });
  client.fallbackRequestHandler = askCaller;
  client.setNotificationHandler('notifications/message', ({ params }) => {
    if (isDeeperThan(params, MOST_LEVELS)) return;
    hearings.getStore()?.hearing?.onLog?.({ ...params });
  });
  return client;
}

const askCaller: NonNullable<Client['fallbackRequestHandler']> = async (request, { mcpReq }) => {
  const { method, params } = request;
  const asker = hearings.getStore()?.hearing?.asker;
  if (isDeeperThan(params, MOST_LEVELS)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The question is too deep.');
  }
  if (!asker) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, NOBODY);
  return await asker.answer({ method, params }, mcpReq.signal);
};

const NOBODY = 'Nobody is there who can be asked this: it can be asked while a call is answered.';
