/** What may stand at a place of an answer, and how it is looked at. */
export interface Shape {
  /**
   * A string that stands here: `text` goes on in the next chunk of a stream; `arguments` does too, and is JSON itself; `whole` and `name` are
   * looked at for themselves, and of a name nothing more comes. Absent: no string is known here.
   */
  readonly string?: 'text' | 'arguments' | 'whole' | 'name';
  /** Of an object, the members that are known. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** What all other members are. */
  readonly rest?: Shape;
  readonly elements?: Shape;
  /** By what the elements of a list are told apart: a number of theirs, or what kind they are. */
  readonly by?: 'index' | 'type';
  /** A string that stands here is no text of the answer where it has this form. */
  readonly form?: RegExp;
  /** Whether such a string may be of any length, as signatures are. */
  readonly isLong?: true;
  /** What stands here would tell the text a second time: it is taken out. */
  readonly isBlanked?: true;
  /** Whether it is taken out where it cannot be looked at: nobody needs it. */
  readonly isDispensable?: true;
  /** Whether it is what a choice says: all of it, or what comes in a chunk. */
  readonly isMessage?: true;
  /** Whether it says that its choice is over. */
  readonly finishes?: true;
  /** What it is called where it cannot be looked at. */
  readonly unseen?: 'audio' | 'image';
}

/** What a member may be called that nobody here knows: a few words, and few digits; in schemas and queries behind a dollar sign. */
export const MEMBER_NAME = /^\$?(?=[\w-]{1,40}$)(?!(?:\D*\d){5})[A-Za-z_]/;

/** Numbers, and no string but an empty one. */
const NUMBER: Shape = { form: /^$/ };
const WORD: Shape = { form: /^[A-Za-z_.-]{1,32}$/ };
const ID: Shape = { form: /^[\w.:/+=-]{1,200}$/ };
/** `gpt-4o`, `@cf/meta/llama`, `claude@20240229`: no address of somebody. */
const MODEL: Shape = { form: /^(?!.*@[^@]*\.[A-Za-z])[\w.:/@+-]{1,200}$/ };
/** `Google AI Studio`. */
const COMPANY: Shape = { form: /^(?=.{1,40}$)[A-Za-z]+\d{0,3}(?:[ ._/-][A-Za-z]+\d{0,3}){0,4}$/ };
const FORMAT: Shape = { form: /^(?=[\w-]{1,40}$)(?!(?:\D*\d){5})[A-Za-z_]/ };
/** What makes chunks longer. */
export const PADDING_FORM = /^[0-9A-Za-z]{0,64}$/;
/** Counts, marks and grades, however deep. */
const FIGURES: Shape = {
  form: /^(?:safe|low|medium|high|auto|default|standard|priority|flex|batch)$/,
  members: {},
  get rest() {
    return FIGURES;
  },
  get elements() {
    return FIGURES;
  },
};
/** What only its vendor can read, of any length: a signature. */
export const SEALED: Shape = { form: /^[A-Za-z0-9+/=_.-]*$/, isLong: true };
const TEXT: Shape = { string: 'text' };
const WHOLE: Shape = { string: 'whole' };
const NAME: Shape = { string: 'name' };
const ARGUMENTS: Shape = { string: 'arguments' };
const BLANK: Shape = { isBlanked: true };
/** What an answer was drawn with: a number, which may be as long as that of a card. */
const SEED: Shape = { isDispensable: true };
const AUDIO: Shape = { unseen: 'audio' };
const IMAGE: Shape = { unseen: 'image' };
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

const PART_MEMBERS = {
  type: WORD,
  id: ID,
  index: NUMBER,
  format: FORMAT,
  signature: SEALED,
  data: SEALED,
  text: TEXT,
  refusal: TEXT,
  summary: TEXT,
  content: TEXT,
  annotations: EVERYTHING,
  image_url: IMAGE,
  input_audio: AUDIO,
  audio: AUDIO,
} satisfies Record<string, Shape>;
const PLAIN_PART: Shape = { members: PART_MEMBERS };
const PART: Shape = {
  members: {
    ...PART_MEMBERS,
    thinking: { string: 'text', elements: PLAIN_PART, by: 'type' },
  },
};

const CALLED: Shape = { members: { name: NAME, arguments: ARGUMENTS } };
const TOOL_CALL: Shape = {
  members: {
    index: NUMBER,
    id: ID,
    type: WORD,
    function: CALLED,
    extra_content: { members: { google: { members: { thought_signature: SEALED } } } },
    custom: { members: { name: NAME, input: TEXT } },
  },
};

const MESSAGE: Shape = {
  isMessage: true,
  members: {
    role: WORD,
    content: { string: 'text', elements: PART, by: 'type' },
    refusal: TEXT,
    reasoning: TEXT,
    reasoning_content: TEXT,
    thinking: TEXT,
    reasoning_details: { elements: PART, by: 'type' },
    tool_calls: { elements: TOOL_CALL, by: 'index' },
    function_call: CALLED,
    audio: {
      members: { id: ID, expires_at: NUMBER, format: FORMAT, data: AUDIO, transcript: TEXT },
    },
    images: IMAGE,
    annotations: EVERYTHING,
    /* Of Groq: what it ran itself. */
    executed_tools: EVERYTHING,
  },
};

const CHOICE: Shape = {
  members: {
    index: NUMBER,
    finish_reason: { ...WORD, finishes: true },
    native_finish_reason: WORD,
    content_filter_results: FIGURES,
    content_filter_result: FIGURES,
    seed: SEED,
    stop_reason: WHOLE,
    matched_stop: WHOLE,
    logprobs: BLANK,
    token_ids: BLANK,
    /* Of completions. */
    text: { ...TEXT, isMessage: true },
    delta: MESSAGE,
    message: MESSAGE,
  },
};

/** A chat completion, or a chunk of one: OpenAI's members, and those that other providers add. */
export const ANSWER: Shape = {
  members: {
    id: ID,
    object: WORD,
    created: NUMBER,
    model: MODEL,
    system_fingerprint: ID,
    service_tier: WORD,
    usage: FIGURES,
    obfuscation: { form: PADDING_FORM },
    /* Mistral's padding. */
    p: { form: PADDING_FORM },
    seed: SEED,
    provider: COMPANY,
    x_groq: { members: { id: ID, usage: FIGURES, seed: SEED, debug: BLANK } },
    usage_breakdown: {
      members: { models: { elements: { members: { model: MODEL, usage: FIGURES } } } },
    },
    prompt_filter_results: FIGURES,
    prompt_logprobs: BLANK,
    prompt_token_ids: BLANK,
    citations: EVERYTHING,
    search_results: EVERYTHING,
    /* Of Perplexity. */
    related_questions: EVERYTHING,
    images: EVERYTHING,
    videos: EVERYTHING,
    choices: { elements: CHOICE, by: 'index' },
  },
};
