import type { TwinQuestion } from '../kit/twin-question.ts';
import type { ConverseAsk, ConverseBlock } from './converse-request.ts';

/** The question of a request. */
export function questionOf(ask: ConverseAsk): TwinQuestion {
  const { messages, system = [], inferenceConfig = {}, toolConfig } = ask;
  const last = messages.at(-1)?.content ?? [];
  const blocks = [...system, ...messages.flatMap(({ content }) => content)];
  return {
    text: textsIn(last).join(''),
    promptCharacters: charactersOf(blocks),
    cacheCharacters: charactersOf(blocks.slice(0, blocks.findLastIndex(isCachePoint) + 1)),
    tools: toolsOf(toolConfig),
    toolChoice: choiceOf(toolConfig?.toolChoice),
    results: resultsIn(last),
    schema: schemaOf(ask),
    media: last.filter(isMedia).length,
    maxTokens: inferenceConfig.maxTokens,
    stop: inferenceConfig.stopSequences,
    wantsReasoning: wantsReasoning(ask),
  };
}

const toolsOf = (config: ConverseAsk['toolConfig']): TwinQuestion['tools'] =>
  config?.tools.flatMap((tool) =>
    'toolSpec' in tool
      ? [{ name: tool.toolSpec.name, schema: tool.toolSpec.inputSchema.json }]
      : [],
  );

function schemaOf({ outputConfig }: ConverseAsk): unknown {
  const format = outputConfig?.textFormat?.structure.jsonSchema.schema;
  return format === undefined ? undefined : (JSON.parse(format) as unknown);
}

const isMedia = (block: ConverseBlock): boolean =>
  'image' in block || 'document' in block || 'video' in block;

const wantsReasoning = ({ additionalModelRequestFields: fields = {} }: ConverseAsk): boolean =>
  thinks(fields['thinking']) || 'reasoningConfig' in fields;

function thinks(thinking: unknown): boolean {
  const type = (thinking as { type?: unknown } | undefined)?.type;
  return type === 'enabled' || type === 'adaptive';
}

type Choice = NonNullable<ConverseAsk['toolConfig']>['toolChoice'];

function choiceOf(choice: Choice): TwinQuestion['toolChoice'] {
  if (!choice) return undefined;
  if ('tool' in choice) return { name: choice.tool.name };
  return 'any' in choice ? 'required' : 'auto';
}

const isCachePoint = (block: ConverseBlock): boolean => 'cachePoint' in block;

const textsIn = (blocks: readonly ConverseBlock[]): string[] =>
  blocks.flatMap((block) => ('text' in block ? [block.text] : []));

const resultsIn = (blocks: readonly ConverseBlock[]): string[] =>
  blocks.flatMap((block) =>
    'toolResult' in block
      ? [
          block.toolResult.content
            .map((part) => ('text' in part ? part.text : JSON.stringify(part)))
            .join(''),
        ]
      : [],
  );

/** Of all that the model reads, roughly. */
const charactersOf = (blocks: readonly ConverseBlock[]): number =>
  blocks.reduce((sum, block) => sum + ('text' in block ? block.text.length : 40), 0);
