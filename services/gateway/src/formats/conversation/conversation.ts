/**
 * A conversation as no vendor writes it: what every API of chats can be read into, and written from. Requests are translated through it, and
 * only where the client and the provider speak different APIs. What belongs to one API alone is not in it: a reader says what it left out.
 */
export interface Conversation {
  /** As the provider calls it. */
  readonly model: string;
  readonly stream: boolean;
  /** What holds for all turns, from the operator of the application. */
  readonly system: readonly TextPart[];
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  /** Absent: the provider's usual way, which is `auto` where there are tools. */
  readonly toolChoice?: ToolChoice | undefined;
  /** The form of the answer; absent: text. */
  readonly answerForm?: AnswerForm | undefined;
  readonly reasoning?: ReasoningWish | undefined;
  readonly settings: Settings;
  /** What the request held and is not in here, as members of the API that it was read from: `web_search_options`. */
  readonly unread: readonly string[];
}

/** What one side says before the other is heard. Results of tools are the user's. `system`: an instruction that stands between turns. */
export interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly parts: readonly Part[];
}

export type Part =
  TextPart | ImagePart | AudioPart | FilePart | ReasoningPart | CallPart | ResultPart;

/** Asks the provider to keep what comes up to here in its cache. */
export interface CacheHint {
  /** `5m`, `1h`; absent: the provider's usual time. */
  readonly ttl?: string | undefined;
}

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  /** Whether an assistant declined to answer with it. */
  readonly isRefusal?: boolean | undefined;
  readonly cache?: CacheHint | undefined;
}

/** Where a picture, a sound or a file is: its bytes in base64, an address, or the id of a file that the provider keeps. */
export type MediaSource =
  | { readonly data: string; readonly mediaType: string }
  | { readonly url: string; readonly mediaType?: string | undefined }
  | { readonly fileId: string };

export interface ImagePart {
  readonly kind: 'image';
  readonly source: MediaSource;
  /** `low`, `high`, `auto`. */
  readonly detail?: string | undefined;
  readonly cache?: CacheHint | undefined;
}

export interface AudioPart {
  readonly kind: 'audio';
  readonly source: MediaSource;
}

/** A document: a PDF, a text. Videos are files as well. */
export interface FilePart {
  readonly kind: 'file';
  readonly source: MediaSource;
  readonly name?: string | undefined;
  readonly cache?: CacheHint | undefined;
}

/** What a vendor needs to see again with the turn, and nobody else can read. `format`: of whose API it is; no other is sent it. */
export interface Seal {
  readonly format: string;
  readonly value: string;
}

/** What an assistant thought before it spoke. */
export interface ReasoningPart {
  readonly kind: 'reasoning';
  /** Empty where the vendor shows none of it. */
  readonly text: string;
  readonly seal?: Seal | undefined;
}

/** An assistant calls a tool. */
export interface CallPart {
  readonly kind: 'call';
  readonly id: string;
  readonly name: string;
  /** JSON as it was written, which may be none. */
  readonly arguments: string;
  readonly seal?: Seal | undefined;
  readonly cache?: CacheHint | undefined;
}

/** What a tool answered. */
export interface ResultPart {
  readonly kind: 'result';
  readonly callId: string;
  /** Of the tool, where it is known; APIs that go by names find it by the call. */
  readonly name?: string | undefined;
  readonly parts: readonly (TextPart | ImagePart | FilePart)[];
  readonly isError?: boolean | undefined;
  readonly cache?: CacheHint | undefined;
}

/** A function that the model may call. Tools that a vendor runs itself are not translated: a reader names them in `unread`. */
export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  /** A JSON Schema; absent: the function takes nothing. */
  readonly parameters?: JsonObject | undefined;
  /** Whether arguments have to keep to the schema. */
  readonly isStrict?: boolean | undefined;
  readonly cache?: CacheHint | undefined;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

export type AnswerForm =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema';
      readonly name: string;
      readonly schema: JsonObject;
      readonly description?: string | undefined;
      readonly isStrict?: boolean | undefined;
    };

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** How much the model is to think before it answers. */
export interface ReasoningWish {
  readonly effort?: Effort | undefined;
  /** Tokens that it may spend on it; 0: none. */
  readonly budgetTokens?: number | undefined;
  /** Whether the client wants to read it; absent: the provider's usual way. */
  readonly isShown?: boolean | undefined;
}

/** What else a request sets, by OpenAI's names. Each is absent where the client does not say. */
export interface Settings {
  /** The longest answer, in tokens, reasoning included. */
  readonly max_tokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly top_k?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly frequency_penalty?: number | undefined;
  readonly presence_penalty?: number | undefined;
  /** How many answers. Translated requests get one. */
  readonly n?: number | undefined;
  readonly logit_bias?: JsonObject | undefined;
  readonly logprobs?: boolean | undefined;
  readonly top_logprobs?: number | undefined;
  readonly parallel_tool_calls?: boolean | undefined;
  /** The end user. */
  readonly user?: string | undefined;
  readonly service_tier?: string | undefined;
  readonly verbosity?: string | undefined;
  readonly prompt_cache_key?: string | undefined;
}

export type SettingName = keyof Settings;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Settings whose loss changes no answer: the gateway has acted on them, or they say what is so without them. */
const HARMLESS: ReadonlySet<string> = new Set(['user', 'service_tier', 'prompt_cache_key']);

/** Settings that are set and that a vendor cannot be told, so that the answer may be another. */
export function settingsBeyond(settings: Settings, told: ReadonlySet<SettingName>): string[] {
  return (Object.keys(settings) as SettingName[]).filter(
    (name) => isSet(name, settings) && !told.has(name) && !HARMLESS.has(name),
  );
}

/** One answer, no probabilities and no bias are what every vendor gives unasked. */
function isSet(name: SettingName, settings: Settings): boolean {
  const value = settings[name];
  if (value === undefined || value === false) return false;
  if (name === 'n') return value !== 1;
  if (name === 'frequency_penalty' || name === 'presence_penalty') return value !== 0;
  return name !== 'parallel_tool_calls' && name !== 'logit_bias'
    ? true
    : name === 'logit_bias' && Object.keys(settings.logit_bias ?? {}).length > 0;
}
