import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import type { Searcher } from '../kernel/search.ts';
import { type Seeker, seekerSearcher } from '../kernel/seeker.ts';
import { emailSeeker } from './email-seeker.ts';
import { macSeeker } from './mac-seeker.ts';
import { accounts } from './numbers/accounts.ts';
import { english } from './numbers/english.ts';
import { european } from './numbers/european.ts';
import { further } from './numbers/further.ts';
import { ipAddress } from './numbers/ip-address.ts';
import { mayBeAddress, mayBeNumber } from './entity/number-gates.ts';
import { entityLooks, numberSeeker } from './numbers/number-seeker.ts';
import { phoneLook } from './numbers/phone-look.ts';
import type { Wanted, WantedEntities } from './entity/wanted.ts';

const NUMBERS = [...accounts, ...english, ...european, ...further];

/** The names of all entities, as Presidio has them. */
export const entityNames: readonly string[] = [
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'MAC_ADDRESS',
  ...NUMBERS.map(({ label }) => label),
  ipAddress.label,
];

/** Makes a detector of personal data ready: all entities, or those that its patterns name. */
export function piiSearchers(terms: DetectorTerms): readonly Searcher[] {
  const wanted = wantedOf(terms);
  const email = wanted.get('EMAIL_ADDRESS');
  const mac = wanted.get('MAC_ADDRESS');
  const phone = wanted.get('PHONE_NUMBER');
  const looks = [
    { looks: entityLooks(NUMBERS, wanted), mayStart: mayBeNumber },
    { looks: entityLooks([ipAddress], wanted), mayStart: mayBeAddress },
    { looks: phone ? [phoneLook(phone)] : [] },
  ];
  const seekers: (Seeker | undefined)[] = [
    email && emailSeeker(email),
    mac && macSeeker(mac),
    looks.some((some) => some.looks.length > 0) ? numberSeeker(looks) : undefined,
  ];
  return seekers.flatMap((seeker) => (seeker ? [seekerSearcher(seeker)] : []));
}

function wantedOf({ id, action, patterns }: DetectorTerms): WantedEntities {
  const named: NonNullable<DetectorTerms['patterns']> =
    patterns ?? entityNames.map((pattern) => ({ pattern, action }));
  return new Map(
    named.map((one): [string, Wanted] => [
      one.pattern,
      { action: one.action, detector: id, label: one.label ?? one.pattern },
    ]),
  );
}
