import { createHmac } from 'node:crypto';
import { schemaValue } from '../../providers/simulated/schema-value.ts';
import type { TwinQuestion, TwinTool } from './twin-question.ts';

export interface TwinCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a twin answers, however its vendor writes it. */
export interface TwinAnswer {
  readonly reasoning?: { readonly text: string; readonly signature: string } | undefined;
  readonly text: string;
  /** The model declines; `text` says so. */
  readonly isRefusal: boolean;
  readonly calls: readonly TwinCall[];
  readonly end: 'stop' | 'stop_sequence' | 'length' | 'calls' | 'refusal' | 'filter';
  readonly stopSequence?: string | undefined;
  /** The connection breaks after half of the answer. */
  readonly breaks: boolean;
  readonly usage: TwinUsage;
}

/** Tokens, of which none is counted twice. */
export interface TwinUsage {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

const CHARACTERS_A_TOKEN = 4;
const REASONING = 'The question is plain, and so is its answer.';
const LONG = 'One thing leads to the next. '.repeat(60).trim();

/**
 * What a twin says to a question: the same for the same question. Words in its text steer it, so that clients of every API can be tried alike:
 * `refuse`, `be filtered`, `at length` (about 440 tokens), `break off`, `in parallel` (two calls), and `fail with 429`, of which `failureOf` tells.
 */
export function answerFor(question: TwinQuestion): TwinAnswer {
  const { text: asked, results = [], wantsReasoning = false } = question;
  const calls = results.length > 0 ? [] : callsFor(question);
  const reasoning = wantsReasoning
    ? { text: REASONING, signature: signatureOf(REASONING) }
    : undefined;
  const cut = cutText(calls.length > 0 ? '' : textFor(question), question);
  const isRefusal = has(asked, 'refuse');
  return {
    ...{ reasoning, isRefusal, calls, text: cut.text, stopSequence: cut.stopSequence },
    end: endOf(asked, calls, cut.end),
    breaks: has(asked, 'break off'),
    usage: usageOf(question, { text: cut.text, calls, reasoning: reasoning?.text ?? '' }),
  };
}

/** The status that a question asks to be refused with; undefined: none. */
export function failureOf({ text }: Pick<TwinQuestion, 'text'>): number | undefined {
  const found = /\bfail with (?<status>[45]\d\d)\b/.exec(text)?.groups?.status;
  return found === undefined ? undefined : Number(found);
}

/** The signature of a piece of reasoning, as a vendor makes one that nobody else can. */
export const signatureOf = (text: string): string =>
  createHmac('sha256', 'the key of a twin').update(text).digest('base64');

/** A text as a stream brings it: some words at a time. */
export const piecesOf = (text: string): string[] => text.match(/\S+\s*\S*\s*/g) ?? [];

function textFor({ text, schema, results = [], media = 0 }: TwinQuestion): string {
  if (has(text, 'refuse')) return 'I cannot help with that.';
  if (schema !== undefined) return JSON.stringify(schemaValue(schema, 1));
  if (results.length > 0) return `The tools said: ${results.join(' and ')}.`;
  if (has(text, 'at length')) return LONG;
  const seen = media === 0 ? '' : ` I see ${media} of your media.`;
  return `You said: ${text}${seen}`;
}

/** A tool is called where the question names it, or has to be. */
function callsFor(question: TwinQuestion): TwinCall[] {
  const { text, tools = [], mayCallInParallel } = question;
  const wanted = wantedOf(question);
  if (!wanted) return [];
  const other = tools.find((tool) => tool !== wanted) ?? wanted;
  const isParallel = has(text, 'in parallel') && mayCallInParallel !== false;
  return (isParallel ? [wanted, other] : [wanted]).map(callOf);
}

function wantedOf({ text, tools = [], toolChoice }: TwinQuestion): TwinTool | undefined {
  if (toolChoice === 'none') return undefined;
  const named = typeof toolChoice === 'object' ? toolChoice.name : undefined;
  const found =
    tools.find(({ name }) => name === named) ?? tools.find(({ name }) => text.includes(name));
  const mustCall = toolChoice === 'required' || has(text, 'tool');
  return found ?? (mustCall ? tools[0] : undefined);
}

function callOf({ name, schema }: TwinTool, index: number): TwinCall {
  const value = schema === undefined ? {} : schemaValue(schema, index + 1);
  return { name, arguments: (value ?? {}) as TwinCall['arguments'] };
}

interface Cut extends Pick<TwinAnswer, 'text' | 'stopSequence'> {
  readonly end: 'stop' | 'stop_sequence' | 'length';
}

function cutText(text: string, { stop = [], maxTokens = Infinity }: TwinQuestion): Cut {
  const found = stop.find((word) => text.includes(word));
  if (found !== undefined)
    return { text: text.slice(0, text.indexOf(found)), stopSequence: found, end: 'stop_sequence' };
  const most = maxTokens * CHARACTERS_A_TOKEN;
  return text.length > most ? { text: text.slice(0, most), end: 'length' } : { text, end: 'stop' };
}

function endOf(asked: string, calls: readonly TwinCall[], end: Cut['end']): TwinAnswer['end'] {
  if (has(asked, 'refuse')) return 'refusal';
  if (has(asked, 'be filtered')) return 'filter';
  return calls.length > 0 ? 'calls' : end;
}

function usageOf(
  { promptCharacters, cacheCharacters = 0 }: TwinQuestion,
  said: { text: string; calls: readonly TwinCall[]; reasoning: string },
): TwinUsage {
  const cached = tokensOf(cacheCharacters);
  const called = JSON.stringify(said.calls.map((call) => call.arguments)).length;
  return {
    input: Math.max(1, tokensOf(promptCharacters) - cached),
    cachedInput: Math.floor(cached / 2),
    cacheWrite: cached - Math.floor(cached / 2),
    output: Math.max(1, tokensOf(said.text.length + (said.calls.length > 0 ? called : 0))),
    reasoning: tokensOf(said.reasoning.length),
  };
}

const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_A_TOKEN);

const has = (text: string, words: string): boolean => text.toLowerCase().includes(words);
