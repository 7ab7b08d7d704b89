import { JsonScanner } from '@aicp/common/json/json-scanner';

/** What a cloud wants of a request in Anthropic's API otherwise than Anthropic does. */
export interface CloudManner {
  /** `anthropic_version`, which stands in the body there. */
  readonly version: string;
  /** Members whose place the address takes. */
  readonly without: readonly string[];
  /** Betas of the client's and the Provider's, where they stand in the body too; absent: they stand in a header. */
  readonly betas?: readonly string[];
}

/** Far more than a request may have that got so far. */
const LIMITS = { depth: 1000, elements: Number.MAX_SAFE_INTEGER };
const OPEN_BRACE = 0x7b;

/** A request as a cloud takes it. The values of all members that stay are the same bytes. */
export function cloudBody(body: Buffer, { version, without, betas = [] }: CloudManner): Buffer {
  const left = new Set([...without, 'anthropic_version', ...(betas.length > 0 ? [BETA] : [])]);
  const json = new JsonScanner(body, LIMITS);
  const kept: Buffer[] = [];
  const isRead =
    json.peek() === OPEN_BRACE &&
    json.eachMember((start, end) => {
      const name: unknown = JSON.parse(`"${body.toString('utf8', start, end)}"`);
      json.peek();
      if (!json.skipValue()) return false;
      if (!left.has(String(name))) kept.push(COMMA, body.subarray(start - 1, json.at));
      return true;
    });
  if (!isRead) throw new TypeError('the body is no JSON object');
  const own = {
    anthropic_version: version,
    ...(betas.length > 0 ? { [BETA]: betas } : {}),
  };
  return Buffer.concat([Buffer.from(JSON.stringify(own).slice(0, -1)), ...kept, Buffer.from('}')]);
}

const BETA = 'anthropic_beta';
const COMMA = Buffer.from(',');
