import { z } from 'zod';
import {
  eventsReply,
  jsonReply,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { checkKey, jsonBody, refused } from './responses/read-question.ts';

/** OpenAI's API reference, "Create image". */
const imagesRequest = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).nullish(),
  size: z.string().nullish(),
  quality: z.enum(['auto', 'low', 'medium', 'high', 'standard', 'hd']).nullish(),
  style: z.enum(['vivid', 'natural']).nullish(),
  background: z.enum(['auto', 'transparent', 'opaque']).nullish(),
  moderation: z.enum(['auto', 'low']).nullish(),
  output_format: z.enum(['png', 'jpeg', 'webp']).nullish(),
  output_compression: z.int().min(0).max(100).nullish(),
  partial_images: z.int().min(0).max(3).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  stream: z.boolean().nullish(),
  user: z.string().optional(),
});

/** A picture of one dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MADE_AT = 1_770_000_000;
/** Tokens of one picture of the smallest size and quality. */
const TOKENS_OF_IMAGE = 272;

/** The images that `gpt-image-…` and `dall-e-…` make. Models of any other name are as `gpt-image-1`. */
export const IMAGE_ROUTES: readonly TwinRoute[] = [
  { method: 'POST', path: /^\/v1\/images\/generations$/, answer: generate },
];

function generate(request: TwinRequest): TwinReply {
  checkKey(request);
  const { data, error } = imagesRequest.safeParse(jsonBody(request.body));
  if (error) {
    const param = error.issues[0]?.path.join('.') ?? '';
    throw refused(400, `Invalid value for '${param}'.`, param, 'invalid_value');
  }
  if (data.prompt.includes('forbidden'))
    throw refused(
      400,
      'Your request was rejected by the safety system.',
      null,
      'content_policy_violation',
    );
  const images = data.n ?? 1;
  return data.stream === true
    ? imageEvents('image_generation', data.partial_images ?? 0, imageUsage(data.prompt, images))
    : jsonReply(imagesAnswer(data, images));
}

/** Tokens are those of words, as for everything that twins count. */
export const imageUsage = (prompt: string, images: number, pictures = 0) => {
  const text = prompt.split(/\s+/).length;
  const output = images * TOKENS_OF_IMAGE;
  return {
    ...{ input_tokens: text + pictures, output_tokens: output },
    total_tokens: text + pictures + output,
    input_tokens_details: { text_tokens: text, image_tokens: pictures },
  };
};

/** Pictures as they are told. */
export const imagesOf = (images: number) => ({
  created: MADE_AT,
  data: Array.from({ length: images }, () => ({ b64_json: DOT })),
});

const isOld = (model: string): boolean => model.startsWith('dall-e');

function imagesAnswer(
  { model, prompt, response_format }: z.output<typeof imagesRequest>,
  images: number,
) {
  const one =
    isOld(model) && response_format !== 'b64_json'
      ? { url: 'https://images.example.com/dot.png', revised_prompt: prompt }
      : { b64_json: DOT };
  const data = Array.from({ length: images }, () => one);
  const told = isOld(model) ? {} : { usage: imageUsage(prompt, images) };
  return { created: MADE_AT, data, ...told };
}

/** A picture as it becomes clearer, and then as it is. */
export function imageEvents(name: string, partials: number, usage: object): TwinReply {
  const base = { b64_json: DOT, created_at: MADE_AT, size: '1024x1024', quality: 'low' };
  const partial = Array.from({ length: partials }, (_, index) => ({
    ...{ type: `${name}.partial_image`, ...base, partial_image_index: index },
  }));
  const all = [...partial, { type: `${name}.completed`, ...base, usage }];
  return eventsReply(
    all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  );
}
