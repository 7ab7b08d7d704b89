import { readFileSync } from 'node:fs';
import { ConfigError } from '@aicp/common/config/environment';
import { SECRET_CHARACTERS } from '@aicp/contracts/delegation/assertion';
import { SignedDelegations, type Delegations } from './delegations.ts';

/** Requests for others, by the secret in a file; undefined without one. Throws a ConfigError where the secret could be guessed, and the system's error where the file cannot be read. */
export function openDelegations(file: string | undefined): Delegations | undefined {
  if (file === undefined) return undefined;
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SECRET_CHARACTERS) return new SignedDelegations(secret);
  throw new ConfigError(
    `AICP_PLAYGROUND_KEY_FILE holds fewer than ${SECRET_CHARACTERS} characters: put a longer random text there, the same for the admin service.`,
  );
}
