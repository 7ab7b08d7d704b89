/**
 * The members of a chat request that any stage reads, by the object in which they stand. A stage that reads another one adds it here:
 * nothing else of a request's body is at hand to it. Where one of them is there twice, or in a disguise that some reader takes for it, the
 * request is refused: the provider could read another value than the one that was decided on.
 */
export const READ_MEMBERS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'user',
  'safety_identifier',
  'metadata',
  'tools',
  'functions',
  'prompt',
  'audio',
  'service_tier',
] as const;
export type ReadMember = (typeof READ_MEMBERS)[number];

/** Of `stream_options`. */
export const READ_OF_OPTIONS = ['include_usage'] as const;
/** Of each of `messages`. */
export const READ_OF_MESSAGE = ['content', 'tool_calls', 'audio'] as const;
/** Of each part of a message's content. */
export const READ_OF_PART = ['text', 'file', 'input_audio'] as const;
/** Of the `file` of a part. */
export const READ_OF_FILE = ['file_id'] as const;

/** Where a member's value stands in the body: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Spans = Partial<Record<ReadMember, Span>>;
