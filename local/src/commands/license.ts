import { UserError, type Command } from '../cli/command.ts';
import { inspectLicense } from '../license/inspect-license.ts';
import { issueFromOptions } from '../license/issue-from-options.ts';
import { writeLicenseKeys } from '../license/write-license-keys.ts';

const text = { type: 'string' } as const;

export const license: Command = {
  name: 'license',
  summary: 'Make a vendor’s key pair, issue licenses with it, and look into one.',
  usage:
    'license keygen --out DIR | issue --key FILE --customer ID --email ADDRESS --company NAME --tier TIER [OPTIONS] | inspect [TOKEN|FILE] [--keys FILE]',
  options: {
    out: text,
    key: text,
    keys: text,
    customer: text,
    email: text,
    company: text,
    tier: text,
    days: text,
    expires: text,
    set: text,
  },
  help: [
    ['--out DIR', 'keygen: where the two files go'],
    ['--key FILE', 'issue: the private key that keygen made'],
    ['--customer ID', 'issue: your id of the customer'],
    ['--email ADDRESS', 'issue: whom to write to'],
    ['--company NAME', 'issue: whose license it is'],
    ['--tier TIER', 'issue: trial, team, business or enterprise'],
    ['--days N', 'issue: how long it is good; the tier’s own otherwise'],
    ['--expires DATE', 'issue: or until when, such as 2027-12-31'],
    ['--set FLAG=VALUE,…', 'issue: other flags than the tier’s, such as sso=true,max_admins=20'],
    ['--keys FILE', 'inspect: public keys to verify with; this build’s otherwise'],
  ],
  async run(options, [verb, subject], terminal) {
    switch (verb) {
      case 'keygen':
        return await writeLicenseKeys(options, terminal);
      case 'issue':
        return await issueFromOptions(options, terminal);
      case 'inspect':
        return await inspectLicense(options, subject, terminal);
      default:
        throw new UserError('say keygen, issue or inspect');
    }
  },
};
