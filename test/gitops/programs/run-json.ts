import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';

export interface JsonCall<T> {
  readonly program: string;
  readonly args: readonly string[];
  /** Written to its standard input as JSON. */
  readonly input?: unknown;
  /** What it answers on its standard output. */
  readonly answer: z.ZodType<T>;
}

/** Runs a program that answers in JSON. Throws with what it complains of where it fails. */
export async function runJson<T>({ program, args, input, answer }: JsonCall<T>): Promise<T> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.end(input === undefined ? '' : JSON.stringify(input));
  const [said, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''}: ${complaint.trim()}`);
  return answer.parse(JSON.parse(said));
}
