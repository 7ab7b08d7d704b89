/** What may stand at a place of an answer, and how it is looked at. */
export interface Shape {
  /**
   * A string that stands here: `text` goes on in the next chunk of a stream; `arguments` does too, and is JSON itself; `whole` is looked
   * at for itself. Absent: no string is known here.
   */
  readonly string?: 'text' | 'arguments' | 'whole';
  /** Of an object, the members that are known. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** What all other members are. */
  readonly rest?: Shape;
  readonly elements?: Shape;
  /** By what the elements of a list are told apart: a number of theirs, or what kind they are. */
  readonly by?: 'index' | 'type';
  /** Nothing that stands here is text of the answer. */
  readonly isNoText?: true;
  /** What stands here would tell the text a second time: it is taken out. */
  readonly isBlanked?: true;
  /** Whether it is what a choice says: all of it, or what comes in a chunk. */
  readonly isMessage?: true;
  /** Whether it says that its choice is over. */
  readonly finishes?: true;
  /** What it is called where it cannot be looked at. */
  readonly unseen?: 'audio' | 'image';
}

const PASS: Shape = { isNoText: true };
const TEXT: Shape = { string: 'text' };
const WHOLE: Shape = { string: 'whole' };
const ARGUMENTS: Shape = { string: 'arguments' };
const BLANK: Shape = { isBlanked: true };
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
  type: PASS,
  id: PASS,
  index: PASS,
  format: PASS,
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

const CALLED: Shape = { members: { name: WHOLE, arguments: ARGUMENTS } };
const TOOL_CALL: Shape = {
  members: {
    index: PASS,
    id: PASS,
    type: PASS,
    function: CALLED,
    custom: { members: { name: WHOLE, input: TEXT } },
  },
};

const MESSAGE: Shape = {
  isMessage: true,
  members: {
    role: PASS,
    content: { string: 'text', elements: PART, by: 'type' },
    refusal: TEXT,
    reasoning: TEXT,
    reasoning_content: TEXT,
    thinking: TEXT,
    reasoning_details: { elements: PART, by: 'type' },
    tool_calls: { elements: TOOL_CALL, by: 'index' },
    function_call: CALLED,
    audio: {
      members: { id: PASS, expires_at: PASS, format: PASS, data: AUDIO, transcript: TEXT },
    },
    images: IMAGE,
    annotations: EVERYTHING,
  },
};

const CHOICE: Shape = {
  members: {
    index: PASS,
    finish_reason: { isNoText: true, finishes: true },
    native_finish_reason: PASS,
    content_filter_results: PASS,
    content_filter_result: PASS,
    stop_reason: WHOLE,
    matched_stop: WHOLE,
    logprobs: BLANK,
    token_ids: BLANK,
    delta: MESSAGE,
    message: MESSAGE,
  },
};

/** A chat completion, or a chunk of one: OpenAI's members, and those that other providers add. */
export const ANSWER: Shape = {
  members: {
    id: PASS,
    object: PASS,
    created: PASS,
    model: PASS,
    system_fingerprint: PASS,
    service_tier: PASS,
    usage: PASS,
    obfuscation: PASS,
    provider: PASS,
    x_groq: PASS,
    prompt_filter_results: PASS,
    prompt_logprobs: BLANK,
    prompt_token_ids: BLANK,
    citations: EVERYTHING,
    search_results: EVERYTHING,
    choices: { elements: CHOICE, by: 'index' },
  },
};
