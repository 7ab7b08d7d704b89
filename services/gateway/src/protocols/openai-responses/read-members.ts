/**
 * The members of a request to OpenAI's Responses that any stage reads, by the object in which they stand. Where one of them is there twice, or in a
 * disguise that some reader takes for it, the request is refused: the provider could read another value than the one that was decided on.
 */
export const READ_MEMBERS = [
  'model',
  'input',
  'instructions',
  'stream',
  'max_output_tokens',
  'user',
  'safety_identifier',
  'metadata',
  'tools',
  'store',
  'background',
  'previous_response_id',
  'conversation',
  'prompt',
] as const;
export type ReadMember = (typeof READ_MEMBERS)[number];

/** Of each item of `input`. */
export const READ_OF_ITEM = ['type', 'content', 'output'] as const;
/** Of each part of what an item holds. */
export const READ_OF_PART = ['type', 'text', 'file_id'] as const;
/** Of each of `tools`. */
export const READ_OF_TOOL = ['type'] as const;

/** Where a member's value stands in the body: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Spans = Partial<Record<ReadMember, Span>>;
