import { SEALED, type Shape } from '../chat-texts/answer-shapes.ts';

const NUMBER: Shape = { form: /^$/ };
const WORD: Shape = { form: /^[a-z_]{1,48}$/ };
/** `code_execution_20260120`: a word, and a day. */
const TOOL: Shape = { form: /^[a-z_]{1,48}(?:_\d{8})?$/ };
const ID: Shape = { form: /^[\w.:/+=-]{1,128}$/ };
const MODEL: Shape = { form: /^(?!.*@[^@]*\.[A-Za-z])[\w.:/@+-]{1,200}$/ };
const TEXT: Shape = { string: 'text' };
const ARGUMENTS: Shape = { string: 'arguments' };
const WHOLE: Shape = { string: 'whole' };
const NAME: Shape = { string: 'name' };
/** Every string in it, however deep, but what only its vendor can read. */
const EVERYTHING: Shape = {
  string: 'whole',
  members: { encrypted_content: SEALED, encrypted_index: SEALED, encrypted_stdout: SEALED },
  get rest() {
    return EVERYTHING;
  },
  get elements() {
    return EVERYTHING;
  },
};
/** Counts, the models that were counted, and the words that are known among them, however deep. */
const FIGURES: Shape = {
  form: /^(?:standard|priority|batch|auto|fast|message|compaction|advisor_message|fallback_message|global|us|eu|not_available)?$/,
  members: { model: MODEL },
  get rest() {
    return FIGURES;
  },
  get elements() {
    return FIGURES;
  },
};

const BLOCK: Shape = {
  members: {
    type: WORD,
    text: TEXT,
    thinking: TEXT,
    signature: SEALED,
    data: SEALED,
    id: ID,
    name: NAME,
    input: ARGUMENTS,
    caller: { members: { type: TOOL, tool_id: ID } },
    tool_use_id: ID,
    citations: EVERYTHING,
    content: EVERYTHING,
    /* Of what Anthropic's own tools did. */
    server_name: NAME,
    mcp_server_name: NAME,
    tool_name: NAME,
    file_id: ID,
    encrypted_content: SEALED,
    tools: EVERYTHING,
    tool_changes: EVERYTHING,
    from: EVERYTHING,
    to: EVERYTHING,
    trigger: EVERYTHING,
  },
};

/** A block as it begins in a stream: what its deltas bring goes on from there. */
const BEGUN: Shape = {
  members: {
    ...BLOCK.members,
    content: { ...EVERYTHING, string: 'text' },
  },
};

const STOP = {
  stop_reason: WORD,
  stop_sequence: WHOLE,
  stop_details: EVERYTHING,
  container: EVERYTHING,
} satisfies Record<string, Shape>;

/** A message, whole. */
export const MESSAGE: Shape = {
  members: {
    ...STOP,
    id: ID,
    type: WORD,
    role: WORD,
    model: MODEL,
    content: { elements: BLOCK, by: 'type' },
    usage: FIGURES,
    context_management: EVERYTHING,
    diagnostics: EVERYTHING,
  },
};

/** An event of a stream. */
export const EVENT: Shape = {
  members: {
    type: WORD,
    index: NUMBER,
    message: MESSAGE,
    content_block: BEGUN,
    delta: {
      members: {
        ...STOP,
        type: WORD,
        text: TEXT,
        thinking: TEXT,
        content: TEXT,
        partial_json: ARGUMENTS,
        signature: SEALED,
        citation: EVERYTHING,
        encrypted_content: SEALED,
      },
    },
    usage: FIGURES,
    context_management: EVERYTHING,
  },
};
