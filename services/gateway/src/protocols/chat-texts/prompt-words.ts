/*
 * Words of chat requests that nobody looks at. Each has a short form that is known: what stands there and has another form may be any text,
 * and a model may read it.
 */

/** Members of the body that say how to answer and who asks. All others are looked at, also those that no provider is known to read. */
export const NO_PROMPT: ReadonlySet<string> = new Set([
  ...['model', 'user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'service_tier'],
  ...['stream', 'stream_options'],
]);

/** Words by the names of their members. */
export type Forms = ReadonlyMap<string, RegExp>;

/** Ids, and names of tools. */
const NAME = /^[\w.:/-]{0,64}$/;
const TYPE = /^[a-z0-9_.-]{0,24}$/;
const ROLE = /^(?:system|developer|user|assistant|tool|function|model)?$/;
/** None but the empty text. */
const NONE = /^$/;

/** Members of the body that say how to answer in a word, which servers of open models write into the prompt as it stands. */
export const FORMS_OF_BODY: Forms = new Map(
  Object.entries({ modalities: TYPE, reasoning_effort: TYPE, verbosity: TYPE, truncation: TYPE }),
);

export const FORMS_OF_MESSAGE: Forms = new Map(
  Object.entries({ role: ROLE, id: NAME, type: TYPE, tool_call_id: NAME }),
);
export const FORMS_OF_CALL: Forms = new Map(Object.entries({ id: NAME, type: TYPE, index: NONE }));
export const FORMS_OF_CALLED: Forms = new Map(Object.entries({ name: NAME }));
/** Words of JSON Schema, where their values are strings or lists of them. What a schema requires are names of its members. */
export const FORMS_OF_SCHEMA: Forms = new Map(
  Object.entries({
    ...{ type: TYPE, name: NAME, format: TYPE, pattern: NONE, required: NONE },
    ...{ $ref: /^#?$/, $id: NONE, $schema: /^(?:https?:\/\/json-schema\.org\/[\w/-]{1,40}#?)?$/ },
  }),
);
/** Members of schemas whose members have names of their own. */
export const NAMED_BY_SCHEMA: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions'],
  ...['dependentSchemas', 'dependentRequired'],
]);

/** Members of schemas that hold what their writer made up: no words of JSON Schema stand there. */
export const VALUES_OF_SCHEMA: ReadonlySet<string> = new Set([
  ...['default', 'const', 'enum', 'example', 'examples'],
]);

/** Types of parts of a content that are text. */
export const TEXTS: ReadonlySet<string> = new Set([
  ...['text', 'refusal', 'input_text', 'output_text', 'thinking', 'tool_result', 'tool_use'],
  ...['summary_text', 'reasoning_text', 'reference'],
]);
/** Members of these parts that a model reads behind those of the parts before. */
export const READ_ON: ReadonlySet<string> = new Set(['text', 'refusal', 'thinking', 'content']);

/** What parts are called that cannot be looked at, and members of theirs that hold it. */
export const MEDIA: Readonly<Record<string, string>> = {
  ...{ image_url: 'image', image: 'image', input_image: 'image', computer_screenshot: 'image' },
  ...{ input_audio: 'audio', audio: 'audio', file: 'file', input_file: 'file', document: 'file' },
  ...{ video_url: 'video', video: 'video' },
};
/** Bytes: in base64, or as an address that holds them. All other addresses are looked at. */
export const BYTES = /^(?:data:[\w.+/;=-]{0,100};base64,)?[A-Za-z0-9+/_-]*={0,2}$/;
export const FORMS_OF_MEDIA: Forms = new Map(
  Object.entries({
    ...{ type: TYPE, media_type: NAME, format: NAME, detail: NAME, file_id: NAME },
    ...{ url: BYTES, data: BYTES, file_data: BYTES, b64_json: BYTES, image_url: BYTES },
    ...{ file_url: BYTES },
  }),
);

/** Names of members that the API has, that providers add to it, and that JSON Schema has. All other names are looked at. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [
    ...NO_PROMPT,
    ...NAMED_BY_SCHEMA,
    ...TEXTS,
    ...Object.keys(MEDIA),
    ...[FORMS_OF_BODY, FORMS_OF_MESSAGE, FORMS_OF_CALL, FORMS_OF_SCHEMA, FORMS_OF_MEDIA].flatMap(
      (forms) => [...forms.keys()],
    ),
    'messages tools functions tool_choice function_call parallel_tool_calls response_format prompt',
    'temperature top_p top_k top_a min_p n seed stop max_tokens max_completion_tokens min_tokens logprobs top_logprobs logit_bias',
    'frequency_penalty presence_penalty repetition_penalty prediction store web_search_options prompt_cache_retention',
    'thinking reasoning budget_tokens effort max_thinking_tokens enable_thinking chat_template_kwargs extra_body',
    'guided_json guided_regex guided_choice guided_grammar structured_outputs provider plugins transforms models route best_of use_beam_search',
    'length_penalty stop_token_ids include_stop_str_in_output ignore_eos skip_special_tokens add_generation_prompt safe_prompt random_seed',
    'content refusal name tool_calls function custom arguments input reasoning_content reasoning_details annotations cache_control ttl citations',
    'signature summary description parameters strict schema json_schema grammar syntax definition allowed_tools mode voice',
    'user_location approximate search_context_size city country region timezone filename is_error tool_use_id title source',
    'items prefixItems enum const default examples anyOf oneOf allOf not if then else additionalProperties unevaluatedProperties',
    'propertyNames contains minContains maxContains minItems maxItems uniqueItems minLength maxLength minimum maximum exclusiveMinimum',
    'exclusiveMaximum multipleOf minProperties maxProperties nullable deprecated readOnly writeOnly contentEncoding contentMediaType',
    'instructions max_output_tokens max_tool_calls call_id output encrypted_content include background status phase',
    'previous_response_id conversation prompt_cache_options context_management container server_url server_label',
    '$anchor $comment $vocabulary discriminator propertyName mapping propertyOrdering',
  ].flatMap((line) => line.split(' ')),
);

/** What a name is, or a reference to one, where it is one word, which by itself tells judges nothing. */
export const PLAIN_NAME = /^(?:#\/)?[A-Za-z_$][\w$./-]{0,63}$/;
/** A name of a few digits, as those of tokens are, tells nothing. */
export const SHORT_NUMBER = /^-?[0-9]{0,6}$/;
