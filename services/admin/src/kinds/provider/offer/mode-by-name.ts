import type { ModelMode } from '../vendors/offered-model.ts';

/** What vendors write into names of models that are no chats. */
const NAMES: readonly (readonly [says: RegExp, mode: ModelMode])[] = [
  [/(^|[^a-z])(embed|embedding|embeddings|bge|e5)([^a-z]|$)/, 'embedding'],
  [/(^|[^a-z])(rerank|reranker)([^a-z]|$)/, 'rerank'],
  [/(^|[^a-z])moderations?([^a-z]|$)/, 'moderation'],
  [/(^|[^a-z])realtime([^a-z]|$)/, 'realtime'],
  [/(^|[^a-z])(whisper|tts|transcribe|speech|audio)([^a-z]|$)/, 'audio'],
  [/(^|[^a-z])(dall-e|image|imagen|flux|stable-diffusion|sdxl)([^a-z]|$)/, 'image'],
  [/(^|[^a-z])(instruct-legacy|babbage|davinci)([^a-z]|$)/, 'completion'],
];

/** What a model is for, by its name: most lists do not say. */
export const modeByName = (id: string): ModelMode =>
  NAMES.find(([says]) => says.test(id.toLowerCase()))?.[1] ?? 'chat';
