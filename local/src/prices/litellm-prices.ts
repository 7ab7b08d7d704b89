import { decimalsOf, plainDecimal } from '@aicp/contracts/prices/decimal-text';
import { z } from 'zod';

/** An entry of a PriceCatalog, as it is written in YAML. */
export type WrittenEntry = Readonly<Record<string, unknown>> & {
  readonly model: string;
  readonly provider: string;
};

/** What was made of LiteLLM's price file. */
export interface Imported {
  readonly entries: readonly WrittenEntry[];
  /** What was not taken, and why, for people. */
  readonly notes: readonly string[];
  /** Providers that were asked for, and that no entry of the file has. */
  readonly absent: readonly string[];
}

/** What LiteLLM calls a price, and how many places its decimal point moves to be ours. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ['input_cost_per_token', 'inputPricePerMillion'],
  ['output_cost_per_token', 'outputPricePerMillion'],
  ['cache_read_input_token_cost', 'cachedInputPricePerMillion'],
  ['cache_creation_input_token_cost', 'cacheWritePricePerMillion'],
  ['output_cost_per_reasoning_token', 'reasoningPricePerMillion'],
  ['input_cost_per_audio_token', 'audioInputPricePerMillion'],
  ['output_cost_per_audio_token', 'audioOutputPricePerMillion'],
]);
const PER_REQUEST = 'input_cost_per_request';
const TIER = /^(.+)_above_([0-9]+)k_tokens$/;
const IS_PRICE = /cost|pricing/;

/** LiteLLM's providers that the bundled prices, and so entries of catalogs, call otherwise. */
const VENDORS: Readonly<Partial<Record<string, string>>> = {
  azure_ai: 'azure',
  azure_text: 'azure',
  bedrock: 'aws',
  bedrock_converse: 'aws',
  cohere_chat: 'cohere',
  fireworks_ai: 'fireworks',
  gemini: 'google',
  moonshot: 'moonshotai',
  together_ai: 'together',
  voyage: 'voyageai',
  xai: 'x-ai',
};
const VERTEX = 'vertex_ai';

/** All that LiteLLM has of Vertex AI (`vertex_ai-anthropic_models`, …) is at one address of Google's. */
const vendorOf = (theirs: string): string =>
  VENDORS[theirs] ?? (theirs.startsWith(VERTEX) ? 'google' : theirs);

/** What the provider calls a model: LiteLLM writes itself, or the provider, before it. */
function modelIn(name: string, theirs: string): string {
  const prefix = theirs.startsWith(`${VERTEX}-`) ? VERTEX : theirs;
  return name.startsWith(`${prefix}/`) ? name.slice(prefix.length + 1) : name;
}

const MOST_DECIMALS = 9;
const MOST_USD = 1_000_000_000;
const LONGEST_MODEL = 200;

const file = z.record(z.string(), z.record(z.string(), z.unknown()));
type Fields = Readonly<Record<string, unknown>>;

/** What is taken of the file. */
export interface Reads {
  /** LiteLLM's providers of which models are taken; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Whom the entries are for; undefined: for the vendor that LiteLLM's provider is. */
  readonly provider?: string | undefined;
}

/** Numbers stay the text that the file has, so that no digit is lost. */
const keepNumbers = (
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown => (typeof value === 'number' ? { number: context?.source ?? String(value) } : value);

const numberOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'number' in value
    ? String(value.number)
    : undefined;

/**
 * Reads LiteLLM's `model_prices_and_context_window.json`. A model is taken with all its prices or not at all: what would lack one, or have one that is rounded, would be charged
 * wrongly.
 */
export function readLiteLlm(text: string, { only, provider }: Reads = {}): Imported {
  const parsed = file.parse(JSON.parse(text, keepNumbers));
  const reading = new Reading(provider);
  for (const [name, fields] of Object.entries(parsed)) {
    const vendor = fields['litellm_provider'];
    if (name === 'sample_spec' || typeof vendor !== 'string') continue;
    if (only === undefined || only.has(vendor)) reading.add(name, vendor, fields);
  }
  const vendors = new Set(Object.values(parsed).map((fields) => fields['litellm_provider']));
  const absent = [...(only ?? [])].filter((vendor) => !vendors.has(vendor));
  return { ...reading.result(), absent };
}

class Reading {
  private readonly entries = new Map<string, { entry: WrittenEntry; from: string }>();
  private readonly notes: string[] = [];
  private readonly untaken = new Map<string, number>();
  private readonly provider: string | undefined;
  private readonly unpriced: string[] = [];

  constructor(provider: string | undefined) {
    this.provider = provider;
  }

  add(name: string, theirs: string, fields: Fields): void {
    const model = modelIn(name, theirs);
    const provider = this.provider ?? vendorOf(theirs);
    const prices = this.pricesOf(name, fields);
    if (prices === undefined) return;
    if (Object.keys(prices).length === 0) {
      this.unpriced.push(name);
      return;
    }
    if (model.length > LONGEST_MODEL) {
      this.notes.push(`${name}: not taken: its name has more than ${LONGEST_MODEL} characters`);
      return;
    }
    const key = JSON.stringify([provider, model]);
    const known = this.entries.get(key);
    const entry = { model, provider, ...prices, source: `LiteLLM: ${name}` };
    if (!known) this.entries.set(key, { entry, from: name });
    else if (!isSamePrice(known.entry, entry)) {
      this.notes.push(`${name}: not taken: ${known.from} is the same model with other prices`);
    }
  }

  result(): Pick<Imported, 'entries' | 'notes'> {
    const others = [...this.untaken].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      entries: [...this.entries.values()].map(({ entry }) => entry),
      notes: [
        ...this.notes,
        ...others.map(
          ([field, count]) => `${field}: not charged by this version (${modelsIn(count)})`,
        ),
        ...(this.unpriced.length > 0 ? [unpricedNote(this.unpriced)] : []),
      ],
    };
  }

  /** The fields of an entry; undefined where one of them cannot be taken. */
  private pricesOf(name: string, fields: Fields): Record<string, unknown> | undefined {
    const prices: Record<string, unknown> = {};
    const tiers = new Map<number, Record<string, string>>();
    for (const { field, written } of pricesIn(fields)) {
      const place = placeOf(field);
      if (!place) {
        this.untaken.set(field, (this.untaken.get(field) ?? 0) + 1);
        continue;
      }
      const usd = usdOf(written, place.shift);
      if (usd === undefined) {
        const why = 'which is no amount of USD with at most nine decimals';
        this.notes.push(`${name}: not taken: ${field} is ${written}, ${why}`);
        return undefined;
      }
      if (place.above === undefined) prices[place.field] = usd;
      else tiers.set(place.above, { ...tiers.get(place.above), [place.field]: usd });
    }
    return tiers.size === 0 ? prices : { ...prices, tiers: written(tiers) };
  }
}

/** Tiers as an entry has them, the shortest prompts first. */
const written = (tiers: ReadonlyMap<number, Readonly<Record<string, string>>>): object[] =>
  [...tiers]
    .sort(([a], [b]) => a - b)
    .map(([aboveInputTokens, own]) => ({ aboveInputTokens, ...own }));

/** The members that are prices, with the text of their numbers, or of what stands in place of a number. */
const pricesIn = (fields: Fields): { readonly field: string; readonly written: string }[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === null || !IS_PRICE.test(field)
      ? []
      : [{ field, written: numberOf(value) ?? JSON.stringify(value) }],
  );

const modelsIn = (count: number): string => `${count} ${count === 1 ? 'model' : 'models'}`;

const MOST_NAMED = 10;

function unpricedNote(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const have = names.length === 1 ? 'has' : 'have';
  return `${modelsIn(names.length)} ${have} no price that can be taken: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** An amount as specs take it. */
function usdOf(number: string, shift: number): string | undefined {
  const usd = plainDecimal(number, shift);
  if (usd === undefined || decimalsOf(usd) > MOST_DECIMALS) return undefined;
  return Number(usd) > MOST_USD ? undefined : usd;
}

/** A price of LiteLLM's as a Model has it: `null` where no amount that a Model can have, undefined where a Model has no such price. */
export function modelPriceOf(
  field: string,
  written: string,
): { readonly field: string; readonly usd: string | null } | undefined {
  const place = placeOf(field);
  if (place?.above !== undefined || place === undefined) return undefined;
  return { field: place.field, usd: usdOf(written, place.shift) ?? null };
}

/** Whether a member of LiteLLM's is a price. */
export const isPriceField = (name: string): boolean => IS_PRICE.test(name);

interface PlaceInEntry {
  readonly field: string;
  readonly shift: number;
  readonly above: number | undefined;
}

/** Where a price of LiteLLM's stands in an entry; undefined where we have none like it. */
function placeOf(field: string): PlaceInEntry | undefined {
  const [, base = field, thousands] = TIER.exec(field) ?? [];
  const above = thousands === undefined ? undefined : Number(thousands) * 1000;
  const ofTokens = TOKENS.get(base);
  if (ofTokens !== undefined) return { field: ofTokens, shift: 6, above };
  return field === PER_REQUEST
    ? { field: 'perRequestPrice', shift: 0, above: undefined }
    : undefined;
}

const isSamePrice = (one: WrittenEntry, other: WrittenEntry): boolean =>
  JSON.stringify({ ...one, source: '' }) === JSON.stringify({ ...other, source: '' });
