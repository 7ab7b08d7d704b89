import type { z } from 'zod';
import type { TwinAnswer, TwinUsage } from '../kit/answer-for.ts';
import type { TwinReply } from '../kit/start-twin.ts';
import type { PlainFault, PlainRoute } from './plain/plain-route.ts';
import type { ChatAsk, ChatTurn } from './chat-ask.ts';

/** One vendor whose API is OpenAI's chat completions, as its documentation says that it differs. */
export interface ChatVendor {
  /** What stands before the paths of its API: `/v1`. */
  readonly base: string;
  /** Whether it serves nobody without a key. */
  readonly needsKey: boolean;
  /** What a request may hold; all else is refused. */
  readonly request: z.ZodType;
  /** What is wrong with the order of messages; undefined: nothing. */
  readonly order?: (messages: readonly ChatTurn[]) => string | undefined;
  /** What is wrong with a request for this model. */
  readonly mistake?: (asked: ChatAsk) => string | undefined;
  /** The error of a request that is refused. */
  readonly refusal: (refused: Refused) => TwinReply;
  /** Whether the model thinks before it answers. */
  readonly thinks: (asked: ChatAsk) => boolean;
  /** The members of a message, or of the part of one, that say what it thought. */
  readonly reasoning: (reasoning: NonNullable<TwinAnswer['reasoning']>) => object;
  /** What of the request the answer repeats before it goes on; absent: nothing. */
  readonly repeats?: (asked: ChatAsk) => string;
  readonly usage: (usage: TwinUsage) => object;
  /** In which chunks of a stream the usage stands. `asked`: in one of its own, where `stream_options` ask for it. */
  readonly usageIn: 'asked' | 'last' | 'every' | 'x_groq';
  /** Members of an answer beside OpenAI's. */
  readonly more?: (asked: ChatAsk) => object;
  /** What it serves beside chats; absent: nothing. */
  readonly beside?: readonly PlainRoute[];
  /** What `GET /models` lists; empty: it has no such list. It answers for every model, listed or not. */
  readonly models: readonly string[];
}

/** Why a request is refused. */
export type Refused = PlainFault;
