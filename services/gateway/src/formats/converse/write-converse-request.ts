import {
  settingsBeyond,
  type AnswerForm,
  type Conversation,
  type JsonObject,
  type SettingName,
  type Settings,
} from '../conversation/conversation.ts';
import { stopWordsOf } from '../conversation/stop-words.ts';
import type { WrittenRequest } from '../format.ts';
import { definedOf } from '../json/members.ts';
import { ToolNames } from '../conversation/told-names.ts';
import { LONGEST_TOOL_NAME } from './converse-names.ts';
import { takesCachePoints, traitsOf, type ModelTraits } from './model-family.ts';
import { heldSchema } from './held-schema.ts';
import { modelFieldsOf, MOST_TEMPERATURE, type ModelFields } from './write-converse-fields.ts';
import { toolConfigOf } from './write-converse-tools.ts';
import { TurnWriter } from './write-converse-turns.ts';

const TOLD: ReadonlySet<SettingName> = new Set([
  ...(['max_tokens', 'temperature', 'top_p', 'top_k', 'stop', 'n'] as const),
  'parallel_tool_calls',
]);

/**
 * Writes a request of Bedrock's Converse and ConverseStream, whose bodies are alike
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). The model stands in the address. Throws `Untranslatable`.
 */
export function writeConverseRequest(conversation: Conversation): WrittenRequest {
  const { settings, unread, answerForm } = conversation;
  const traits = traitsOf(conversation.model);
  const names = new ToolNames(LONGEST_TOOL_NAME);
  const turns = new TurnWriter({ names, takesCachePoints: takesCachePoints(traits) });
  const model = modelFieldsOf(conversation, traits);
  const system = turns.system(conversation);
  const stop = stopWordsOf(settings.stop);
  const form = outputOf(answerForm, traits);
  const body = definedOf({
    messages: turns.messages(conversation.turns),
    system: system.length === 0 ? undefined : system,
    inferenceConfig: inferenceOf({ ...settings, stop: stop.words }, model),
    toolConfig: toolConfigOf(conversation, { names, turns, traits }),
    additionalModelRequestFields: filled(model.fields),
    outputConfig: filled({ ...form, ...definedOf({ effort: model.effort }) }),
  });
  const dropped = [
    ...unread,
    ...settingsBeyond(settings, TOLD),
    ...(settings.n !== undefined && settings.n > 1 ? ['n'] : []),
    ...(answerForm && !form ? ['response_format'] : []),
    ...stop.dropped,
    ...model.dropped,
    ...turns.dropped,
  ];
  return {
    body: Buffer.from(JSON.stringify(body)),
    dropped: [...new Set(dropped)],
    names: names.originals,
  };
}

function inferenceOf(
  { max_tokens, temperature, top_p, stop }: Settings,
  { without }: ModelFields,
): JsonObject | undefined {
  const isTold = temperature !== undefined && !without.includes('temperature');
  return filled(
    definedOf({
      maxTokens: max_tokens,
      temperature: isTold ? Math.min(temperature, MOST_TEMPERATURE) : undefined,
      topP: without.includes('top_p') ? undefined : top_p,
      stopSequences: stop,
    }),
  );
}

/** JSON of any form cannot be asked for, nor a schema that the model does not keep to. */
function outputOf(form: AnswerForm | undefined, traits: ModelTraits): JsonObject | undefined {
  if (form?.kind !== 'schema') return undefined;
  const schema = heldSchema(form.schema, traits);
  if (!schema) return undefined;
  const { name, description } = form;
  const jsonSchema = definedOf({ schema: JSON.stringify(schema), name, description });
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

const filled = (members: JsonObject): JsonObject | undefined =>
  Object.keys(members).length === 0 ? undefined : members;
