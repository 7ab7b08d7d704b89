import { SEALED, type Shape } from '../chat-texts/answer-shapes.ts';

const NUMBER: Shape = { form: /^$/ };
const WORD: Shape = { form: /^[a-z_]{1,48}$/ };
const ID: Shape = { form: /^[\w.:/+=-]{1,128}$/ };
const MODEL: Shape = { form: /^(?!.*@[^@]*\.[A-Za-z])[\w.:/@+-]{1,200}$/ };
const TEXT: Shape = { string: 'text' };
const ARGUMENTS: Shape = { string: 'arguments' };
const WHOLE: Shape = { string: 'whole' };
const NAME: Shape = { string: 'name' };
/** Every string in it, however deep. */
const EVERYTHING: Shape = {
  string: 'whole',
  members: {},
  get rest() {
    return EVERYTHING;
  },
  get elements() {
    return EVERYTHING;
  },
};
/** Counts, and the words that are known among them, however deep. */
const FIGURES: Shape = {
  form: /^(?:standard|priority|batch|auto|fast|message|compaction|advisor_message|global|us|eu|not_available)?$/,
  members: {},
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
    caller: { members: { type: WORD, tool_id: ID } },
    tool_use_id: ID,
    citations: EVERYTHING,
    content: EVERYTHING,
  },
};

/** A block as it begins in a stream: what its deltas bring goes on from there. */
const BEGUN: Shape = {
  members: {
    ...BLOCK.members,
    content: { string: 'text', members: {}, rest: EVERYTHING, elements: EVERYTHING },
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
      },
    },
    usage: FIGURES,
    context_management: EVERYTHING,
  },
};
