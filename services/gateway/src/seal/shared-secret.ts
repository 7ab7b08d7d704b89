import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Files with secrets that all replicas know; without either, what is sealed holds with the replica that sealed it, until it stops. */
export interface SecretSettings {
  /** What the admin service knows as well. */
  readonly playgroundKeyFile?: string | undefined;
  /** What the workflow engine knows as well; taken where there is no other. */
  readonly workflowKeyFile?: string | undefined;
}

const SECRET_BYTES = 32;

/**
 * What clients carry for us is sealed with keys made of it, one for each purpose, none of which is what the secret is used as elsewhere.
 * Throws the system's error where the file cannot be read.
 */
export const sharedSecret = (settings: SecretSettings): string | Buffer =>
  commonSecret(settings) ?? randomBytes(SECRET_BYTES);

/** The secret that all replicas know; undefined where they know none. Throws likewise. */
export function commonSecret(settings: SecretSettings): string | undefined {
  const file = settings.playgroundKeyFile ?? settings.workflowKeyFile;
  return file === undefined ? undefined : readFileSync(file, 'utf8').trim();
}
