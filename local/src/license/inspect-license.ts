import { existsSync, readFileSync } from 'node:fs';
import { BUNDLED_LICENSE_KEYS, readLicenseKeys } from '@aicp/admin/kinds/license/license-keys';
import { stateOf } from '@aicp/admin/kinds/license/license-state';
import { verifyLicense } from '@aicp/admin/kinds/license/verify-license';
import { decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { UserError, type OptionValues, type Terminal } from '../cli/command.ts';

/** `aicp license inspect`: what a token says, and what the admin service would make of it now. Exit code 1 unless it is good. */
export async function inspectLicense(
  { keys }: OptionValues,
  subject: string | undefined,
  terminal: Pick<Terminal, 'out' | 'environment'>,
): Promise<number> {
  const token = tokenOf(subject ?? terminal.environment['LICENSE_KEY']);
  const file = typeof keys === 'string' ? keys : BUNDLED_LICENSE_KEYS;
  const finding = await verifyLicense(token, readLicenseKeys(file));
  const state = stateOf(finding, Date.now());
  terminal.out(`${JSON.stringify({ ...contents(token), state }, null, 2)}\n`);
  return state.valid && !state.expired ? 0 : 1;
}

function tokenOf(subject: string | undefined): string {
  if (subject === undefined) throw new UserError('say which license: a token, or a file with one');
  return (existsSync(subject) ? readFileSync(subject, 'utf8') : subject).trim();
}

/** What is written in a token, believed or not. */
function contents(token: string): object {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch (error) {
    if (error instanceof TypeError || error instanceof errors.JOSEError) {
      return { header: null, claims: null };
    }
    throw error;
  }
}
