import type { z } from 'zod';
import { readPlainly } from '../errors/read-plainly.ts';

/** The environment does not hold what a process needs. Names every bad variable at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a process's settings from its environment. Empty variables count as absent. Throws a ConfigError. */
export function readEnvironment<S extends z.ZodType>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { data, faults } = readPlainly(schema, present);
  if (!faults) return data;
  const lines = faults.map(({ path, message }) => `  ${path.map(String).join('.')} ${message}`);
  throw new ConfigError(`the environment is not complete:\n${lines.join('\n')}`);
}
