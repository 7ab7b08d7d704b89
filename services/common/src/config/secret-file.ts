import { readFileSync } from 'node:fs';
import { ConfigError } from './environment.ts';

/** A shorter secret could be guessed. */
const LEAST_CHARACTERS = 32;

/** A secret that two services share. */
export interface SecretFile {
  /** The environment variable that names the file. */
  readonly variable: string;
  readonly file: string;
  /** Who has the same one, in words: `the gateways`. */
  readonly others: string;
}

/** The secret in a file, read anew each time, since it may be replaced. Throws a ConfigError where it could be guessed now, and the system's error where the file cannot be read. */
export function secretIn({ variable, file, others }: SecretFile): () => string {
  const secret = () => readFileSync(file, 'utf8').trim();
  if (secret().length >= LEAST_CHARACTERS) return secret;
  throw new ConfigError(
    `${variable} holds fewer than ${LEAST_CHARACTERS} characters: put a longer random text there, the same for ${others}.`,
  );
}
