/** The kinds of requests that are forms with files. */
export type FormKind = 'transcriptions' | 'translations' | 'image-edits' | 'image-variations';

/** What is read of requests of one kind. */
export interface FormRules {
  /** Parts that are files of the API, of which one has to be there. */
  readonly files: readonly [string, ...string[]];
  /** Further parts that are files. Every other part is a field. */
  readonly moreFiles: ReadonlySet<string>;
  /** What nobody can look at in the files. */
  readonly unseen: 'audio' | 'image';
  /** Fields that hold words of the API, which no model reads: where they have the form of one. */
  readonly words: ReadonlySet<string>;
  readonly makesImages: boolean;
}

const COMMON = ['model', 'stream', 'response_format', 'user', 'n'];

const OF_SOUNDS: FormRules = {
  files: ['file'],
  moreFiles: new Set(),
  unseen: 'audio',
  words: new Set([
    ...[...COMMON, 'language', 'temperature', 'timestamp_granularities[]', 'include[]'],
    ...['timestamp_granularities', 'include', 'chunking_strategy'],
  ]),
  makesImages: false,
};

const OF_PICTURES: FormRules = {
  files: ['image', 'image[]'],
  moreFiles: new Set(['mask', 'markup']),
  unseen: 'image',
  words: new Set([
    ...[...COMMON, 'size', 'quality', 'background', 'input_fidelity', 'moderation'],
    ...['output_format', 'output_compression', 'partial_images'],
  ]),
  makesImages: true,
};

/** What is not a word of the API is text that a model may read: `prompt`, and what nobody here knows. */
export const FORM_RULES: Readonly<Record<FormKind, FormRules>> = {
  transcriptions: OF_SOUNDS,
  translations: OF_SOUNDS,
  'image-edits': OF_PICTURES,
  'image-variations': OF_PICTURES,
};
