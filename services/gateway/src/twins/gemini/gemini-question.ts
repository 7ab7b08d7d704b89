import type { TwinQuestion } from '../kit/twin-question.ts';
import type { TwinContent, TwinGenerate } from './gemini-request.ts';

/** What a request asks. */
export function questionOf({
  contents,
  systemInstruction,
  tools = [],
  toolConfig,
  generationConfig = {},
}: TwinGenerate): TwinQuestion {
  const last = contents.findLast(({ role }) => role !== 'model')?.parts ?? [];
  const all = [...contents, ...(systemInstruction ? [systemInstruction] : [])];
  const { thinkingConfig, maxOutputTokens, stopSequences } = generationConfig;
  return {
    text: textOf(last),
    promptCharacters: all.reduce((sum, { parts }) => sum + JSON.stringify(parts).length, 0),
    tools: tools
      .flatMap(({ functionDeclarations }) => functionDeclarations)
      .map(({ name, parameters, parametersJsonSchema }) => ({
        name,
        schema: parametersJsonSchema ?? lowered(parameters),
      })),
    toolChoice: choiceOf(toolConfig),
    results: last.flatMap(({ functionResponse }) =>
      functionResponse ? [resultOf(functionResponse.response)] : [],
    ),
    schema: generationConfig.responseJsonSchema ?? lowered(generationConfig.responseSchema),
    media: last.filter(({ inlineData, fileData }) => inlineData ?? fileData).length,
    maxTokens: maxOutputTokens,
    stop: stopSequences,
    wantsReasoning: thinkingConfig?.includeThoughts === true,
  };
}

const textOf = (parts: TwinContent['parts']): string =>
  parts.map(({ text }) => text ?? '').join('');

/** `output` is Google's word for what a function answered, and `result` that of its library for Python. */
function resultOf(response: Readonly<Record<string, unknown>>): string {
  const said = response['output'] ?? response['result'];
  return typeof said === 'string' ? said : JSON.stringify(response);
}

function choiceOf(config: TwinGenerate['toolConfig']): TwinQuestion['toolChoice'] {
  const { mode, allowedFunctionNames = [] } = config?.functionCallingConfig ?? {};
  const [name] = allowedFunctionNames;
  if (mode === 'NONE') return 'none';
  if (mode !== 'ANY') return 'auto';
  return name === undefined ? 'required' : { name };
}

/** Types of Google's schemas are written in capitals. */
function lowered(schema: unknown): unknown {
  if (schema === undefined) return undefined;
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  ) as unknown;
}
