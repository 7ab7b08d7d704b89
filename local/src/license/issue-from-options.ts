import { readFileSync } from 'node:fs';
import {
  LICENSE_TIERS,
  licenseFlags,
  type LicenseFlags,
} from '@aicp/contracts/license/license-token';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { unknownField } from '@aicp/crds/kit/unknown-name';
import type { JWK } from 'jose';
import { z } from 'zod';
import { UserError, type OptionValues, type Terminal } from '../cli/command.ts';
import { issueLicense } from './issue-license.ts';
import { TIER_DEFAULTS } from './tier-defaults.ts';

const DAY_MS = 86_400_000;

const DAYS = '--days is a number above 0';

const options = z.object({
  key: z.string({ error: 'say which key signs: --key FILE' }),
  customer: z.string({ error: 'say who the customer is: --customer ID' }),
  email: z.string({ error: 'say whom to write to: --email ADDRESS' }),
  company: z.string({ error: 'say whose license it is: --company NAME' }),
  tier: z.enum(LICENSE_TIERS, { error: `--tier is one of ${LICENSE_TIERS.join(', ')}` }),
  days: z.coerce.number({ error: DAYS }).positive({ error: DAYS }).optional(),
  expires: z.coerce.date({ error: '--expires is a date such as 2027-12-31' }).optional(),
  set: z.string().optional(),
});

const privateKey = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

/** `aicp license issue`: prints the token, and nothing else, to stdout. */
export async function issueFromOptions(
  given: OptionValues,
  terminal: Pick<Terminal, 'out' | 'err'>,
  now: () => number = Date.now,
): Promise<number> {
  const { data: read, faults } = readPlainly(options, given);
  if (faults) throw new UserError(faults.map(({ message }) => message).join('\n'));
  const { key, customer, email, company, tier, days, expires, set } = read;
  const defaults = TIER_DEFAULTS[tier];
  const issuedAtMs = now();
  const expiresAtMs = expires?.getTime() ?? issuedAtMs + (days ?? defaults.days) * DAY_MS;
  const features = changed(defaults.features, set);
  const order = { customerId: customer, email, company, tier, issuedAtMs, expiresAtMs, features };
  const token = await issueLicense(order, readKey(key));
  terminal.err(`${tier} license of ${company}, until ${new Date(expiresAtMs).toISOString()}\n`);
  terminal.out(`${token}\n`);
  return 0;
}

function readKey(file: string): JWK {
  try {
    return privateKey.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} holds no private key of \`aicp license keygen\``, {
      cause: error,
    });
  }
}

/** The tier's flags with those that `set` (`sso=true,max_admins=20`) says otherwise. */
function changed(features: LicenseFlags, set: string | undefined): LicenseFlags {
  const pairs = (set ?? '').split(',').filter((pair) => pair !== '');
  const others = Object.fromEntries(
    pairs.map((pair) => {
      const [flag = '', value = ''] = pair.split('=');
      return [flag, json(value)];
    }),
  );
  const given = { ...features, ...others };
  const { data, faults } = readPlainly(licenseFlags.strict(), given, unknownField);
  if (!faults) return data;
  throw new UserError(`--set ${String(set)}: ${faultLine(faults)}`);
}

function json(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}
