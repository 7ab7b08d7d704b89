import { skipSpace } from '../../protocols/openai-chat/json-bytes.ts';
import { membersOf, nameOf } from '../compatible/members-of.ts';

/** What a cloud wants of a request in Anthropic's API otherwise than Anthropic does. */
export interface CloudManner {
  /** `anthropic_version`, which stands in the body there. */
  readonly version: string;
  /** Members whose place the address takes. */
  readonly without: readonly string[];
  /** Betas of the client's and the Provider's, where they stand in the body too; absent: they stand in a header. */
  readonly betas?: readonly string[];
  /** Members that stand there anew; absent: none. */
  readonly members?: Readonly<Record<string, string>>;
}

/** A request as a cloud takes it; `body` is a JSON object. The values of all members that stay are the same bytes; betas stand there anew, as far as the cloud takes them. */
export function cloudBody(
  body: Buffer,
  { version, without, betas = [], members }: CloudManner,
): Buffer {
  const left = new Set([...without, 'anthropic_version', BETA]);
  const kept = membersOf(body, skipSpace(body, 0))
    .filter((member) => !left.has(nameOf(member)))
    .flatMap(({ start, end }) => [COMMA, body.subarray(start, end)]);
  const own = {
    anthropic_version: version,
    ...members,
    ...(betas.length > 0 ? { [BETA]: betas } : {}),
  };
  return Buffer.concat([Buffer.from(JSON.stringify(own).slice(0, -1)), ...kept, Buffer.from('}')]);
}

const BETA = 'anthropic_beta';
const COMMA = Buffer.from(',');
