import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface SecretSettings {
  /** Holds a secret that all replicas know; absent: what is sealed holds with the replica that sealed it, until it stops. */
  readonly playgroundKeyFile?: string | undefined;
}

const SECRET_BYTES = 32;

/** What clients carry for us is sealed with it. Throws the system's error where the file cannot be read. */
export const sharedSecret = ({ playgroundKeyFile: file }: SecretSettings): string | Buffer =>
  file === undefined ? randomBytes(SECRET_BYTES) : readFileSync(file, 'utf8').trim();
