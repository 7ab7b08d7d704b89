import { parentPort } from 'node:worker_threads';
import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { compileDetectors } from '../compile-detectors.ts';
import type { Detectors } from '../finding/detectors.ts';
import type { Finding } from '../finding/finding.ts';

/** What a guardrail looks for. */
export type Terms = readonly DetectorTerms[];

/** Texts to look at, by all of some guardrails. */
export interface Work {
  readonly id: number;
  readonly terms: readonly Terms[];
  readonly texts: readonly string[];
}

/** What each of the guardrails found, by text. */
export interface Done {
  readonly id: number;
  readonly findings: readonly (readonly (readonly Finding[])[])[];
}

/** Guardrails whose detectors are kept ready: installations have few. */
const MOST_READY = 200;
const ready = new Map<string, Detectors>();

function readied(terms: Terms): Detectors {
  const key = JSON.stringify(terms);
  const known = ready.get(key);
  if (known) return known;
  if (ready.size >= MOST_READY) ready.clear();
  const made = compileDetectors(terms);
  ready.set(key, made);
  return made;
}

/** The thread that looks at long texts, so that nobody waits for them but who sent them. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, terms, texts }: Work) => {
  const all = terms.map(readied);
  const findings = texts.map((text) => all.map((detectors) => detectors.scan(text)));
  port.postMessage({ id, findings } satisfies Done);
});
