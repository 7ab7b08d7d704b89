/** Names of members whose values are secrets. */
const SECRET =
  /(^|[._-])(api-?key|key|secret|token|password|passwd|authorization|dsn|database_url|cookie)$|(key|secret|token|password|credentials?)$/i;
/** Names of members that may hold secrets beside other things. */
const MAY_HOLD_SECRETS =
  /(^|_)(headers?|credential_values|environment_variables|credentials?|keys)$/i;
/** Names of keys in a vault, and no keys. */
const NO_SECRET = /^virtual_?key$/i;
/** Members whose own members are named after models, which may be called anything. */
const OF_MODELS = /fallbacks$|^model_group_alias$/;
/** Shorter ones are words such as `none`, which stand in many places. */
const SHORTEST = 8;
/** What stands among secrets and is as short is a word, a version or a region. */
const SHORTEST_AMONG = 16;

/** Every text of a document that stands where secrets do. */
export function secretsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  collect(value, { shortest: undefined, found, seen: new Set() });
  return found;
}

interface Collecting {
  /** How long a text has to be to count as a secret; undefined where none stands. */
  readonly shortest: number | undefined;
  readonly found: Set<string>;
  readonly seen: Set<unknown>;
}

function collect(value: unknown, { shortest, found, seen }: Collecting): void {
  if (typeof value === 'string') {
    const text = value.trim();
    if (shortest !== undefined && text.length >= shortest && !isReference(text)) found.add(text);
  } else if (typeof value === 'object' && value !== null) {
    // What an alias names again is looked at again where secrets stand, and once elsewhere.
    if (shortest === undefined && seen.has(value)) return;
    seen.add(value);
    for (const [name, member] of Object.entries(value).filter(([one]) => !OF_MODELS.test(one))) {
      collect(member, { shortest: shortestBelow(name, { value, shortest }), found, seen });
    }
  }
}

function shortestBelow(
  name: string,
  { value, shortest }: { readonly value: object; readonly shortest: number | undefined },
): number | undefined {
  if (Array.isArray(value)) return shortest;
  if (NO_SECRET.test(name)) return undefined;
  if (SECRET.test(name)) return SHORTEST;
  return MAY_HOLD_SECRETS.test(name) ? SHORTEST_AMONG : shortest;
}

/** A variable is no secret, and neither is an address that holds nothing beside where something is. */
const isReference = (text: string): boolean =>
  text.startsWith('os.environ/') || (/^https?:/.test(text) && isPlainAddress(text));

/** Whether a text holds one of the secrets. */
export const holdsSecret = (text: string, secrets: ReadonlySet<string>): boolean =>
  [...secrets].some((secret) => text.includes(secret));

const USERINFO = /:\/\/[^/?#\s]*@/;

/** Whether an address says more than where something is: names, passwords and queries may be secrets. */
export const isPlainAddress = (address: string): boolean =>
  URL.canParse(address) && !USERINFO.test(address) && !/[?#]/.test(address);
