import type { GuardrailStage } from '@aicp/contracts/guardrails/verdict';
import type { JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { z } from 'zod';
import type { Judgement } from './judgement.ts';
import { BETWEEN, type Piece } from './pieces.ts';

/** What a judge is asked at a time. */
export interface JudgeCall {
  readonly pieces: readonly Piece[];
  readonly stage: GuardrailStage;
  /** The model, tool or agent that the texts are for, or come from. */
  readonly model: string;
  /** What a judge may be told of who asks: names, never secrets. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly terms: JudgeTerms;
}

/** How one type of judge is spoken to. Both are pure. */
export interface Speech {
  /** The JSON that it is sent. */
  ask(call: JudgeCall): unknown;
  /** What its answer means; undefined where it is none. `apart`: it has to be asked about each piece of the texts by itself. */
  read(answer: unknown, call: JudgeCall): Judgement | 'apart' | undefined;
}

/** The texts of a call as one. */
export const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ value }) => value).join(BETWEEN);

/** A name that a judge gives to what it found. Capitals alone, and short: no judge puts a text into records by it. */
export const judgeLabel = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/);

export const judgeScore = z.number().gt(0).max(1);
