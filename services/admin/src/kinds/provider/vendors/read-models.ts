import { modelId } from '@aicp/crds/kit/fields';
import { z } from 'zod';
import type { ModelMode, OfferedModel, ReadModels } from './offered-model.ts';

const entry = z.record(z.string(), z.unknown());
type Entry = z.output<typeof entry>;

/** What a Model may be called. */
const ID = modelId();
const LONGEST_TEXT = 200;
const MOST_TOKENS = 1_000_000_000;

/** OpenAI's `{data: [{id, …}]}`, or the bare array that Together answers. Many that speak it say limits as well, each in words of its own. */
export const readOpenAiModels: ReadModels = (document) => {
  const bare = entriesOf(document);
  return (bare ?? entriesIn(document, 'data'))?.flatMap((one) =>
    named(one['id'], {
      displayName: textIn(one, ['display_name', 'name']),
      contextWindow: tokensIn(one, [
        'context_length',
        'context_window',
        'max_context_length',
        'max_model_len',
        'max_input_tokens',
      ]),
      maxOutputTokens: tokensIn({ ...one, ...objectIn(one['top_provider']) }, [
        'max_completion_tokens',
        'max_output_tokens',
        'max_tokens',
      ]),
      mode: TYPES[textIn(one, ['type']) ?? ''],
    }),
  );
};

/** What vendors write into `type`. */
const TYPES: Readonly<Partial<Record<string, ModelMode>>> = {
  ...{ chat: 'chat', language: 'completion', embedding: 'embedding', image: 'image' },
  ...{ moderation: 'moderation', rerank: 'rerank', audio: 'audio', transcribe: 'audio' },
};

/** Google's `{models: [{name: "models/…", inputTokenLimit, outputTokenLimit}]}`. */
export const readGeminiModels: ReadModels = (document) =>
  entriesIn(document, 'models')?.flatMap((one) => {
    const methods = textsIn(one['supportedGenerationMethods']);
    return named(textIn(one, ['name'])?.replace(/^models\//, ''), {
      displayName: textIn(one, ['displayName']),
      contextWindow: tokensIn(one, ['inputTokenLimit']),
      maxOutputTokens: tokensIn(one, ['outputTokenLimit']),
      mode: methods.includes('embedContent') ? 'embedding' : isChat(methods, 'generateContent'),
    });
  });

/** Cohere's `{models: [{name, endpoints, context_length}]}`. */
export const readCohereModels: ReadModels = (document) =>
  entriesIn(document, 'models')?.flatMap((one) => {
    const endpoints = textsIn(one['endpoints']);
    const only = (['rerank', 'embed'] as const).find((word) => endpoints.includes(word));
    return named(one['name'], {
      contextWindow: tokensIn(one, ['context_length']),
      mode: only === 'embed' ? 'embedding' : (only ?? isChat(endpoints, 'chat')),
    });
  });

/** Azure's deployments: requests name a deployment, whose model is behind it. */
export const readAzureDeployments: ReadModels = (document) =>
  entriesIn(document, 'data')?.flatMap((one) =>
    named(one['id'], { baseModel: textIn(one, ['model']) }),
  );

const isChat = (words: readonly string[], word: string): 'chat' | undefined =>
  words.includes(word) ? 'chat' : undefined;

function named(id: unknown, more: Omit<OfferedModel, 'id'>): OfferedModel[] {
  const usable = ID.safeParse(id).data;
  if (usable === undefined) return [];
  const said = Object.entries(more).filter(([, value]) => value !== undefined);
  return [{ id: usable, ...Object.fromEntries(said) }];
}

const entriesOf = (list: unknown): Entry[] | undefined =>
  Array.isArray(list)
    ? list.flatMap((one) => {
        const read = entry.safeParse(one).data;
        return read === undefined ? [] : [read];
      })
    : undefined;

const entriesIn = (document: unknown, member: string): Entry[] | undefined =>
  entriesOf(objectIn(document)[member]);

const objectIn = (value: unknown): Entry => entry.safeParse(value).data ?? {};

/** The first of these members that holds a text, of 200 characters at most. */
const textIn = (one: Entry, members: readonly string[]): string | undefined =>
  members
    .map((member) => one[member])
    .find(
      (value): value is string =>
        typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT,
    );

const textsIn = (value: unknown): readonly string[] =>
  z.array(z.string()).safeParse(value).data ?? [];

const tokensIn = (one: Entry, members: readonly string[]): number | undefined =>
  members
    .map((member) => one[member])
    .find(
      (value): value is number =>
        Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_TOKENS,
    );
