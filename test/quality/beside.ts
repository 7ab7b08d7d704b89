/** Prints how well another tool finds what is in the set: `node beside.ts FILE`. The file has a line for each text in which it found something. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { judge } from './judge.ts';
import { HALVES, loadTexts } from './load.ts';
import { tableOf } from './table.ts';

const foundIn = z.object({
  id: z.string(),
  findings: z.array(
    z.object({ label: z.string(), start: z.number(), end: z.number(), score: z.number() }),
  ),
});

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file of findings: node beside.ts FILE');
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '');
const found = new Map(
  lines.map((line) => foundIn.parse(JSON.parse(line))).map(({ id, findings }) => [id, findings]),
);

const texts = HALVES.flatMap((half) => loadTexts(half));
// A tool is given texts, not their ids; no text is there twice.
const idOf = new Map(texts.map(({ id, text }) => [text, id]));
const { rows, kinds, apart } = judge(texts, (text) => found.get(idOf.get(text) ?? '') ?? []);
const tables = [tableOf('Label', rows), tableOf('Sort', kinds), tableOf('No context', apart)];
process.stdout.write(`${tables.join('\n\n')}\n`);
