import { MODEL_MODES } from '@aicp/crds/model';
import { isPriceField, modelPriceOf } from '../../prices/litellm-prices.ts';
import type { Part } from '../source/part.ts';

type Fields = Readonly<Record<string, unknown>>;

/** LiteLLM's modes that a Model calls otherwise. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['responses', 'chat'],
  ['image_generation', 'image'],
  ['audio_transcription', 'audio'],
  ['audio_speech', 'audio'],
]);

/** What LiteLLM says of a model's abilities, and what a Model calls them. */
const ABILITIES: ReadonlyMap<string, string> = new Map([
  ['supports_function_calling', 'tools'],
  ['supports_vision', 'vision'],
  ['supports_response_schema', 'json'],
  ['supports_reasoning', 'reasoning'],
  ['supports_audio_input', 'audio'],
  ['supports_pdf_input', 'files'],
]);

/** What a deployment says of its model itself: mode, lengths, abilities, prices and how long to wait. */
export function modelFieldsOf(params: Part, info: Part | undefined): Fields {
  return {
    mode: modeOf(info),
    contextWindow: whole(info?.number('max_input_tokens')),
    maxOutputTokens: whole(info?.number('max_output_tokens') ?? info?.number('max_tokens')),
    capabilities: abilitiesOf(info),
    ...pricesOf(params, info),
    ...limitsOf(params),
  };
}

function modeOf(info: Part | undefined): string | undefined {
  const written = info?.text('mode');
  if (written === undefined) return undefined;
  const mode = MODES.get(written) ?? written;
  if ((MODEL_MODES as readonly string[]).includes(mode)) return mode;
  info?.lost('mode is none that a Model has: it is taken for a chat');
  return undefined;
}

function abilitiesOf(info: Part | undefined): readonly string[] | undefined {
  const found = [...ABILITIES].filter(([name]) => info?.flag(name) === true);
  return found.length === 0 ? undefined : found.map(([, ability]) => ability);
}

const OF_TIER = /_above_[0-9]+k_tokens/;

/** Prices stand in either place. A model is taken with all of them or with none: one that lacks a price would be charged wrongly. */
function pricesOf(params: Part, info: Part | undefined): Fields {
  const prices: Record<string, string> = {};
  for (const part of info ? [info, params] : [params]) {
    for (const name of part.names.filter(isPriceField)) {
      if (OF_TIER.test(name)) {
        part.lost(
          `no price is taken: ${name} is one of a tier, which a Model has not: the price of its catalog counts`,
        );
        return {};
      }
      const price = modelPriceOf(name, part.text(name) ?? '');
      if (price?.usd === null) {
        part.lost(`no price is taken: ${name} is no amount of USD with at most nine decimals`);
        return {};
      }
      if (price) prices[price.field] = price.usd;
      else part.lost(`${name} is not charged by this version`);
    }
  }
  return prices;
}

function limitsOf(params: Part): Fields {
  return {
    totalTimeoutMs: milliseconds(params, 'timeout'),
    firstByteTimeoutMs: milliseconds(params, 'stream_timeout'),
  };
}

const LONGEST_MS = 3_600_000;

/** Seconds of a member as whole milliseconds; longer ones than may be waited here become as many as may, which is said. */
export function milliseconds(part: Part, name: string): number | undefined {
  const seconds = part.number(name);
  if (seconds === undefined || seconds === 0) return undefined;
  const written = Math.ceil(seconds * 1000);
  if (written > LONGEST_MS) {
    part.lost(`${name} is one hour at most here, and so much it is`);
  }
  return Math.min(written, LONGEST_MS);
}

/** A number that counts something; undefined for 0. */
export const whole = (number: number | undefined): number | undefined =>
  number === undefined || number === 0 ? undefined : Math.floor(number);
