import { KnownWords } from '@aicp/common/bytes/known-words';
import type { JsonProblem } from '@aicp/common/json/json-scanner';
import { GuardedNames, type RefusedMember } from '../openai-chat/guarded-names.ts';

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
export const READ_OF_ITEM = ['type', 'role', 'content', 'output'] as const;
/** Of each part of what an item holds. */
export const READ_OF_PART = ['type', 'text', 'file_id', 'annotations'] as const;
/** Of each of `tools`. */
export const READ_OF_TOOL = ['type'] as const;

/** Where a member's value stands in the body: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Spans = Partial<Record<ReadMember, Span>>;

/** Names of members that are no text, where they are written as they are meant; in any other form they count. */
export const NOT_OF_ITEM = new KnownWords(['id', 'call_id', 'status', 'result']);
export const NOT_OF_PART = new KnownWords([
  'image_url',
  'file_data',
  'file_url',
  'input_audio',
  'detail',
]);
/** Members of the body that say how to answer. */
export const NO_TEXT = new KnownWords([
  'include',
  'truncation',
  'service_tier',
  'prompt_cache_key',
]);
/** Tools that reach nothing but what the request says. */
export const PLAIN_TOOLS = new KnownWords(['"function"', '"custom"', '"local_shell"']);
/** Items that say all that they are. */
export const PLAIN_ITEMS = new KnownWords([
  ...['"message"', '"function_call"', '"function_call_output"', '"custom_tool_call"'],
  ...['"custom_tool_call_output"', '"local_shell_call"', '"local_shell_call_output"'],
  '"computer_call_output"',
]);
export const REFERENCES = new KnownWords(['"item_reference"']);

export const TOP = new GuardedNames('', READ_MEMBERS);
export const ITEM = new GuardedNames('input[].', READ_OF_ITEM);
export const PART = new GuardedNames('input[].content[].', READ_OF_PART);
export const TOOL = new GuardedNames('tools[].', READ_OF_TOOL);

/** What a scan finds: where the members stand that are read, and what is known of their insides. */
export interface ResponsesScan {
  readonly spans: Spans;
  /** Characters of text in the request. */
  readonly promptCharacters: number;
  /** Members of `metadata`, one that is written twice counted twice. */
  readonly metadataMembers: number;
  /** Every `file_id` of a part that is not null. */
  readonly fileIds: readonly Span[];
}

/** Why a scan ended: the text breaks a limit or is no JSON object, or a member is refused. */
export type ScanProblem = JsonProblem | RefusedMember;

export const REFERENCE_PROBLEM =
  'refers to an item that was stored (item_reference), which this gateway does not do: send the item itself again';
/** The member that names a file. */
export const FILE_ID = 'input[].content[].file_id';
export const FILE_PROBLEM =
  'is no id of a file: send one that /v1/files gave, or file_data, image_url or file_url';
/** Bytes of an id of ours, which are far shorter. */
export const LONGEST_FILE_ID = 4_096;
