import type { ImageSize } from './image-size.ts';

/** A picture in a prompt. */
export interface PromptImage {
  /** Undefined where the request does not say: a usual one is assumed, of 1,024 by 1,024 pixels. */
  readonly size: ImageSize | undefined;
  /** OpenAI's `detail`. */
  readonly detail: 'low' | 'high' | 'auto';
}

const ASSUMED: ImageSize = { width: 1_024, height: 1_024 };

/** Counts a picture as a vendor publishes that it does. */
type ImageRule = (size: ImageSize, detail: PromptImage['detail']) => number;

/** Scaled to fit a square, then until the shorter side is no longer than `short`; never made larger. */
function fitted({ width, height }: ImageSize, square: number, short: number): ImageSize {
  const inSquare = Math.min(1, square / Math.max(width, height));
  const scale = Math.min(inSquare, short / Math.min(width, height));
  return { width: width * scale, height: height * scale };
}

/** OpenAI, "Images and vision": a fixed number at low detail, else that and so many a tile of 512 pixels. */
const tiled =
  (base: number, tile: number): ImageRule =>
  (size, detail) => {
    if (detail === 'low') return base;
    const { width, height } = fitted(size, 2_048, 768);
    return base + tile * Math.ceil(width / 512) * Math.ceil(height / 512);
  };

/** OpenAI, the same page: patches of 32 pixels, at most 1,536, times a factor of the model. */
const patched =
  (factor: number): ImageRule =>
  ({ width, height }) => {
    const patches = Math.ceil(width / 32) * Math.ceil(height / 32);
    return Math.ceil(Math.min(patches, 1_536) * factor);
  };

/** Anthropic, "Vision": pixels by 750, after the longer side was brought to 1,568 and the whole to about 1,600 tokens. */
const byPixels: ImageRule = (size) => {
  const { width, height } = fitted(size, 1_568, Infinity);
  return Math.min(1_600, Math.ceil((width * height) / 750));
};

/** Google, "Understand and count tokens": 258 for a small one, else for each tile of 768 pixels. */
const by768: ImageRule = ({ width, height }) =>
  width <= 384 && height <= 384 ? 258 : 258 * Math.ceil(width / 768) * Math.ceil(height / 768);

const USUAL = tiled(85, 170);

/** By names at vendors; the first that fits counts. */
const RULES: readonly (readonly [RegExp, ImageRule])[] = [
  [/claude/i, byPixels],
  [/gemini/i, by768],
  [/gpt-4o-mini/i, tiled(2_833, 5_667)],
  [/gpt-4\.1-nano|gpt-5[.\d]*-nano/i, patched(2.46)],
  [/gpt-4\.1-mini|gpt-5[.\d]*-mini/i, patched(1.62)],
  [/o4-mini/i, patched(1.72)],
  [/gpt-5/i, tiled(70, 140)],
  [/(^|\/)o[13]/i, tiled(75, 150)],
  [/computer-use/i, tiled(65, 129)],
];

/** Tokens of a picture for a model, by what it is called at its provider; where nothing is published, as GPT-4o counts. */
export function imageTokens(
  { size = ASSUMED, detail }: PromptImage,
  upstreamModel: string,
): number {
  const [, rule] = RULES.find(([pattern]) => pattern.test(upstreamModel)) ?? [undefined, USUAL];
  return rule(size, detail);
}
