import { FormFault } from '../../multipart/form-fault.ts';
import { onlyPart, onlyText, readForm, type FormPart } from '../../multipart/read-form.ts';
import {
  eventsReply,
  jsonReply,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { imageEvents, imagesOf, imageUsage } from './images.ts';
import { checkKey, refused } from './responses/read-question.ts';

/** Fields that there are (OpenAI's API reference, "Create transcription", "Create image edit"). */
const FIELDS = new Set([
  ...['file', 'model', 'language', 'prompt', 'response_format', 'temperature', 'stream'],
  ...['timestamp_granularities[]', 'include[]', 'chunking_strategy', 'chunking_strategy[type]'],
  ...['chunking_strategy[threshold]', 'chunking_strategy[silence_duration_ms]'],
  ...['chunking_strategy[prefix_padding_ms]', 'known_speaker_names[]'],
  ...['known_speaker_references[]', 'languages[]', 'keywords[]'],
]);
const EDIT_FIELDS = new Set([
  ...['image', 'image[]', 'mask', 'prompt', 'model', 'n', 'size', 'quality', 'background', 'user'],
  ...['response_format', 'output_format', 'input_fidelity', 'stream', 'partial_images'],
  ...['output_compression', 'moderation', 'safety_identifier', 'markup'],
]);

/** What is said in a sound: its bytes, as text. */
export const FORM_ROUTES: readonly TwinRoute[] = [
  { method: 'POST', path: /^\/v1\/audio\/transcriptions$/, answer: transcribe },
  { method: 'POST', path: /^\/v1\/audio\/translations$/, answer: transcribe },
  { method: 'POST', path: /^\/v1\/images\/edits$/, answer: edit },
  { method: 'POST', path: /^\/v1\/images\/variations$/, answer: edit },
];

function formOf(request: TwinRequest, known: ReadonlySet<string>): FormPart[] {
  checkKey(request);
  try {
    const parts = readForm(request.body, request.headers['content-type']);
    const odd = parts.find(({ name }) => !known.has(name));
    if (odd) throw refused(400, `Unknown parameter: '${odd.name}'.`, odd.name, 'unknown_parameter');
    return parts;
  } catch (error) {
    if (error instanceof FormFault) throw refused(400, error.message, null, null);
    throw error;
  }
}

function transcribe(request: TwinRequest): TwinReply {
  const parts = formOf(request, FIELDS);
  const file = onlyPart(parts, 'file');
  const model = onlyText(parts, 'model');
  if (file?.filename === undefined || model === undefined)
    throw refused(400, 'file and model are needed.', file ? 'model' : 'file', null);
  const text = file.content.toString();
  const words = text.split(/(?<= )/);
  const isOld = model.startsWith('whisper');
  const usage = isOld
    ? { type: 'duration', seconds: words.length }
    : {
        ...{ type: 'tokens', input_tokens: 14, output_tokens: words.length },
        input_token_details: { text_tokens: 4, audio_tokens: 10 },
        total_tokens: 14 + words.length,
      };
  if (onlyText(parts, 'stream') === 'true' && !isOld) return events(words, usage);
  return written(onlyText(parts, 'response_format') ?? 'json', { text, words, usage });
}

function events(words: readonly string[], usage: object): TwinReply {
  const deltas = words.map((delta) => ({ type: 'transcript.text.delta', delta, logprobs: [] }));
  const all = [...deltas, { type: 'transcript.text.done', text: words.join(''), usage }];
  const breaks = words.includes('breaks ');
  return eventsReply(
    all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    breaks,
  );
}

interface Heard {
  readonly text: string;
  readonly words: readonly string[];
  readonly usage: object;
}

function written(format: string, { text, words, usage }: Heard): TwinReply {
  const plain = (body: string): TwinReply => ({
    ...{ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } },
    pieces: [Buffer.from(body)],
  });
  if (format === 'text') return plain(`${text}\n`);
  if (format === 'srt') return plain(`1\n00:00:00,000 --> 00:00:02,000\n${text}\n\n`);
  if (format === 'vtt') return plain(`WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n${text}\n\n`);
  if (format === 'diarized_json') return jsonReply(spoken(text, words, usage));
  if (format !== 'verbose_json') return jsonReply({ text, usage });
  return jsonReply({
    ...{ task: 'transcribe', language: 'english', duration: words.length, text, usage },
    segments: words.map((word, id) => ({ id, start: id, end: id + 1, text: word, tokens: [id] })),
    words: words.map((word, at) => ({ word: word.trim(), start: at, end: at + 1 })),
  });
}

/** Who said which word: two people, one after the other. */
const spoken = (text: string, words: readonly string[], usage: object): object => ({
  ...{ task: 'transcribe', duration: words.length, text, usage },
  segments: words.map((word, at) => ({
    ...{ type: 'transcript.text.segment', id: `seg_${at}`, text: word },
    ...{ start: at, end: at + 1, speaker: at % 2 === 0 ? 'A' : 'B' },
  })),
});

function edit(request: TwinRequest): TwinReply {
  const parts = formOf(request, EDIT_FIELDS);
  const pictures = parts.filter(({ name }) => name === 'image' || name === 'image[]');
  if (pictures.length === 0) throw refused(400, 'image is needed.', 'image', null);
  const images = Number(onlyText(parts, 'n') ?? 1);
  const usage = imageUsage(onlyText(parts, 'prompt') ?? '', images, pictures.length * 100);
  if (onlyText(parts, 'stream') === 'true') return imageEvents('image_edit', 0, usage);
  return jsonReply({ ...imagesOf(images), usage });
}
