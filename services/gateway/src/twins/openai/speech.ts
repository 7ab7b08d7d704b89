import { z } from 'zod';
import {
  eventsReply,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { checkKey, jsonBody, refused } from './responses/read-question.ts';

/** Content types by what is asked for. */
const TYPES = {
  ...{ mp3: 'audio/mpeg', opus: 'audio/opus', aac: 'audio/aac', flac: 'audio/flac' },
  ...{ wav: 'audio/wav', pcm: 'audio/pcm' },
} as const;

/** OpenAI's API reference, "Create speech". */
const speechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4096),
  voice: z.union([z.string(), z.strictObject({ id: z.string() })]),
  instructions: z.string().max(4096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).optional(),
  speed: z.number().min(0.25).max(4).optional(),
  stream_format: z.enum(['sse', 'audio']).optional(),
});

/** Speech, of which each word is a piece of its own. */
export const SPEECH_ROUTES: readonly TwinRoute[] = [
  { method: 'POST', path: /^\/v1\/audio\/speech$/, answer: speak },
];

function speak(request: TwinRequest): TwinReply {
  checkKey(request);
  const { data, error } = speechRequest.safeParse(jsonBody(request.body));
  if (error) {
    const param = error.issues[0]?.path.join('.') ?? '';
    throw refused(400, `Invalid value for '${param}'.`, param, 'invalid_value');
  }
  const words = data.input.split(/(?<= )/);
  const breaks = data.input.includes('break off');
  if (data.stream_format !== 'sse') {
    const type = TYPES[data.response_format ?? 'mp3'];
    const pieces = words.map((word) => Buffer.from(`<${word}>`));
    return { status: 200, headers: { 'content-type': type }, pieces, breaks };
  }
  if (data.model.startsWith('tts-1'))
    throw refused(400, 'stream_format sse is not supported by this model.', 'stream_format', null);
  const deltas = words.map((word) => ({
    ...{ type: 'speech.audio.delta', audio: Buffer.from(`<${word}>`).toString('base64') },
  }));
  const output = words.length * 10;
  const usage = {
    ...{ input_tokens: words.length, output_tokens: output, total_tokens: words.length + output },
  };
  const events = [...deltas, { type: 'speech.audio.done', usage }];
  return eventsReply(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
    breaks,
  );
}
