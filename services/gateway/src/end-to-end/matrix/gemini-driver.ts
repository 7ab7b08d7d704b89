import {
  GoogleGenAI,
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  type Part,
} from '@google/genai';
import { PIXEL, SCHEMA, TOOLS, type DriverOf, type Question, type Said } from './driver.ts';

/** Google's generateContent, by Google's library. */
export const geminiDriver: DriverOf = ({ url }, apiKey) => {
  const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
  return {
    name: 'gemini',
    ask: async (question) => {
      const leaving = new AbortController();
      const { model } = question;
      const config = { ...configOf(question), abortSignal: leaving.signal };
      const asked = { model, contents: contentsOf(question), config };
      if (question.stream !== true) return saidOf([await client.models.generateContent(asked)]);
      const answers: GenerateContentResponse[] = [];
      for await (const answer of await client.models.generateContentStream(asked)) {
        answers.push(answer);
        if (question.leaves !== true || saidOf(answers).text === '') continue;
        leaving.abort();
        return { ...saidOf(answers), usage: undefined };
      }
      return saidOf(answers);
    },
  };
};

const THINKING_TOKENS = 1024;

function configOf(question: Question): GenerateContentConfig {
  const { maxTokens, hasTools, hasSchema, wantsReasoning } = question;
  return {
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(hasTools === true
      ? {
          tools: [
            {
              functionDeclarations: TOOLS.map(({ name, description, parameters }) => ({
                ...{ name, description },
                parametersJsonSchema: parameters,
              })),
            },
          ],
        }
      : {}),
    ...(hasSchema === true
      ? { responseMimeType: 'application/json', responseJsonSchema: SCHEMA }
      : {}),
    ...(wantsReasoning === true
      ? { thinkingConfig: { includeThoughts: true, thinkingBudget: THINKING_TOKENS } }
      : {}),
  };
}

function contentsOf({ text, hasImage, before }: Question): Content[] {
  if (before) {
    const { said, result } = before;
    return [
      { role: 'user', parts: [{ text: before.text }] },
      { role: 'model', parts: said.raw as Part[] },
      {
        role: 'user',
        parts: said.calls.map(({ id, name }) => ({
          functionResponse: { ...(id === '' ? {} : { id }), name, response: { output: result } },
        })),
      },
    ];
  }
  const image = { inlineData: { mimeType: 'image/png', data: PIXEL } };
  return [{ role: 'user', parts: hasImage === true ? [{ text }, image] : [{ text }] }];
}

const ENDS: Readonly<Record<string, Said['end']>> = {
  MAX_TOKENS: 'length',
  SAFETY: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
};

function saidOf(answers: readonly GenerateContentResponse[]): Said {
  const candidates = answers.flatMap(({ candidates: [first] = [] }) => (first ? [first] : []));
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
  const textsOf = (isThought: boolean) =>
    parts.filter(({ thought }) => (thought ?? false) === isThought).map(({ text }) => text ?? '');
  const calls = parts.flatMap(({ functionCall }) =>
    functionCall
      ? [
          {
            id: functionCall.id ?? '',
            name: functionCall.name ?? '',
            arguments: functionCall.args,
          },
        ]
      : [],
  );
  const reason = candidates.findLast(({ finishReason }) => finishReason)?.finishReason ?? 'STOP';
  const usage = answers.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
  return {
    text: textsOf(false).join(''),
    reasoning: textsOf(true).join(''),
    calls,
    end: calls.length > 0 ? 'calls' : (ENDS[reason] ?? 'stop'),
    usage: usage && {
      input: usage.promptTokenCount ?? 0,
      output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    },
    raw: parts,
  };
}
