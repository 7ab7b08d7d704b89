/** What a client of some API asks, however its library writes it. */
export interface Question {
  readonly model: string;
  readonly text: string;
  readonly stream?: boolean;
  readonly maxTokens?: number;
  /** The client may call both of `TOOLS`. */
  readonly hasTools?: boolean;
  /** The answer has to fit `SCHEMA`. */
  readonly hasSchema?: boolean;
  /** A picture goes with the text. */
  readonly hasImage?: boolean;
  readonly wantsReasoning?: boolean;
  /** What came before: the answer whose calls `results` answer, as the library gave it. */
  readonly before?: { readonly text: string; readonly said: Said; readonly result: string };
  /** Leaves a stream after its first text. */
  readonly leaves?: boolean;
}

export interface Called {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** What a client was answered. */
export interface Said {
  readonly text: string;
  readonly calls: readonly Called[];
  readonly reasoning: string;
  readonly end: 'stop' | 'length' | 'calls' | 'refusal';
  /** Tokens of all that was read and all that was written; undefined where the client left. */
  readonly usage: { readonly input: number; readonly output: number } | undefined;
  /** As the library has it, to be sent back. */
  readonly raw: unknown;
}

/** The library of one client API. */
export interface Driver {
  readonly name: string;
  ask(question: Question): Promise<Said>;
}

/** Makes the driver of a gateway, whose client shows this key. */
export type DriverOf = (gateway: { readonly url: string }, key: string) => Driver;

export const PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;

export const TOOLS = [
  { name: 'get_weather', description: 'The weather in a city.', parameters: PARAMETERS },
  { name: 'get_time', description: 'The time in a city.', parameters: PARAMETERS },
] as const;

export const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
} as const;

/** A PNG of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
