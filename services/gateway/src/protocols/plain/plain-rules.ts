import { GuardedNames } from '../openai-chat/guarded-names.ts';

/** The kinds of requests that are no conversations. */
export const PLAIN_KINDS = [
  ...['embeddings', 'moderations', 'rerank', 'completions', 'images', 'speech'],
] as const;
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** What is read of every one of them, as far as its API has it. */
const COMMON = ['model', 'stream', 'stream_options', 'max_tokens', 'n', 'best_of', 'user'];

/** Of these, what says how to answer and who asks: no model reads it. */
export const NEVER_READ: ReadonlySet<string> = new Set(COMMON);

/** What is read of requests of one kind. */
export interface PlainRules {
  readonly names: GuardedNames<string>;
  /** The members that a model reads; the first has to be there. */
  readonly texts: readonly [string, ...string[]];
  /** What has to be there beside it; absent: nothing. */
  readonly needed?: string;
  /** Members that hold words of the API, which no model reads. */
  readonly words: ReadonlySet<string>;
  /** Whether the first of `texts` is one text, and no list of them. */
  readonly isOneText: boolean;
  /** What its model makes, and may stream; absent: nothing whose length anybody asks for. */
  readonly makes?: 'text' | 'images' | 'sound';
}

function rules(
  texts: readonly [string, ...string[]],
  more: Partial<Omit<PlainRules, 'names' | 'texts' | 'words'>> & {
    readonly words?: readonly string[];
    /** What is read of this kind alone. */
    readonly read?: readonly string[];
  },
): PlainRules {
  const { words = [], read = [], isOneText = false, ...others } = more;
  return {
    ...others,
    names: new GuardedNames<string>('', [...COMMON, ...texts, ...read]),
    texts,
    words: new Set([...COMMON, ...read, ...words]),
    isOneText,
  };
}

export const PLAIN_RULES: Readonly<Record<PlainKind, PlainRules>> = {
  embeddings: rules(['input'], {
    words: ['encoding_format', 'dimensions', 'input_type', 'truncate', 'task'],
  }),
  moderations: rules(['input'], {}),
  rerank: rules(['query', 'documents'], {
    words: ['top_n', 'return_documents', 'max_tokens_per_doc', 'max_chunks_per_doc', 'rank_fields'],
    needed: 'documents',
    isOneText: true,
  }),
  completions: rules(['prompt', 'suffix'], {
    words: [
      'temperature',
      'top_p',
      'echo',
      'logprobs',
      'seed',
      'presence_penalty',
      'frequency_penalty',
    ],
    makes: 'text',
  }),
  images: rules(['prompt'], {
    words: [
      ...['size', 'quality', 'style', 'background', 'moderation', 'response_format'],
      ...['output_format', 'output_compression', 'partial_images'],
      ...['aspect_ratio', 'resolution', 'width', 'height', 'steps', 'seed', 'guidance_scale'],
    ],
    isOneText: true,
    makes: 'images',
  }),
  speech: rules(['input', 'instructions'], {
    words: ['voice', 'response_format', 'speed', 'sample_rate', 'language'],
    read: ['stream_format'],
    isOneText: true,
    makes: 'sound',
  }),
};
