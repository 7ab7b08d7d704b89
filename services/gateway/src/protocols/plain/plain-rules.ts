import { GuardedNames } from '../openai-chat/guarded-names.ts';

/** The kinds of requests that are no conversations. */
export const PLAIN_KINDS = ['embeddings', 'moderations', 'rerank', 'completions'] as const;
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** What is read of every one of them, as far as its API has it. */
const COMMON = ['model', 'stream', 'stream_options', 'max_tokens', 'n', 'best_of', 'user'];

/** What is read of requests of one kind. */
export interface PlainRules {
  readonly names: GuardedNames<string>;
  /** The members that a model reads; the first has to be there. */
  readonly texts: readonly [string, ...string[]];
  /** What has to be there beside it; absent: nothing. */
  readonly needed?: string;
  /** Members that hold words of the API, which no model reads. */
  readonly words: ReadonlySet<string>;
  /** Whether its model writes an answer, and may stream it. */
  readonly isWritten: boolean;
}

function rules(
  texts: readonly [string, ...string[]],
  more: { readonly words?: readonly string[]; readonly needed?: string; readonly isWritten?: true },
): PlainRules {
  const { words = [], needed, isWritten = false } = more;
  return {
    names: new GuardedNames<string>('', [...COMMON, ...texts]),
    texts,
    ...(needed === undefined ? {} : { needed }),
    words: new Set([...COMMON, ...words]),
    isWritten,
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
    isWritten: true,
  }),
};
