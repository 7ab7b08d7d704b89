/** What is known of the members of an object that stands at one place of a response, or of an event. */
export interface Known {
  /** Members whose strings are no text where they have this form. */
  readonly forms: ReadonlyMap<string, RegExp>;
  /** Members that are figures. */
  readonly figures: ReadonlySet<string>;
  /** What is known of objects that stand in a member, or in a list there. */
  readonly within: ReadonlyMap<string, Known>;
}

function known(
  forms: Readonly<Record<string, RegExp>>,
  within: Readonly<Record<string, Known>> = {},
  figures: readonly string[] = [],
): Known {
  return {
    forms: new Map(Object.entries(forms)),
    within: new Map(Object.entries(within)),
    figures: new Set(figures),
  };
}

const WORD = /^[a-z][a-z_.-]{0,63}$/;
/** `response.output_text.delta`, `24h`: a word with two digits at most. */
const TYPE = /^(?!(?:\D*\d){3})[a-z0-9][a-z0-9_.-]{0,63}$/;
const ID = /^[\w.:/+=-]{0,200}$/;
/** What the gateway seals is longer than what vendors call their own. */
const RESPONSE_ID = /^(?:[\w.:/+=-]{0,200}|resp_[\w-]{0,2048})$/;
const FILE_ID = /^(?:[\w.:/+=-]{0,200}|file-[\w-]{0,2048})$/;
/** `gpt-5`, `@cf/meta/llama`: no address of somebody. */
const MODEL = /^(?!.*@[^@]*\.[A-Za-z])[\w.:/@+-]{1,200}$/;
const SEALED = /^[\w.+/=-]*$/;
const PADDING = /^[0-9A-Za-z]{0,64}$/;
/** Bytes in base64. */
export const BYTES = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Where all is text. */
export const NOTHING_KNOWN: Known = known({});

const ANNOTATION = known({ type: TYPE, file_id: FILE_ID, container_id: ID });
const PART = known({ type: TYPE }, { annotations: ANNOTATION });
const ITEM = known(
  {
    ...{ id: ID, type: TYPE, status: WORD, role: WORD, phase: WORD, call_id: ID },
    ...{ container_id: ID, approval_request_id: ID, encrypted_content: SEALED },
  },
  { content: PART, summary: PART, action: known({ type: TYPE }) },
);
const DETAILS = known({}, {}, ['cached_tokens', 'cache_write_tokens', 'reasoning_tokens']);
const USAGE = known({}, { input_tokens_details: DETAILS, output_tokens_details: DETAILS }, [
  ...['input_tokens', 'output_tokens', 'total_tokens'],
]);

export const OF_RESPONSE: Known = known(
  {
    ...{ id: RESPONSE_ID, object: WORD, status: WORD, model: MODEL },
    previous_response_id: RESPONSE_ID,
    ...{ service_tier: WORD, truncation: WORD, tool_choice: WORD, prompt_cache_retention: TYPE },
  },
  {
    output: ITEM,
    usage: USAGE,
    reasoning: known({ effort: WORD, summary: WORD, generate_summary: WORD }),
    incomplete_details: known({ reason: WORD }),
    error: known({ code: WORD }),
    conversation: known({ id: ID }),
  },
  ['created_at', 'completed_at', 'expires_at'],
);

/** An event of a stream, but for the response in it. */
export const OF_EVENT: Known = known(
  { type: TYPE, item_id: ID, response_id: RESPONSE_ID, obfuscation: PADDING },
  { item: ITEM, part: PART, annotation: ANNOTATION },
);
