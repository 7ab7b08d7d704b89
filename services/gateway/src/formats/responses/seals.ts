import type { Seal } from '../conversation/conversation.ts';

/** What ids begin with of reasoning that is written here for models of other vendors: nobody stores it, and OpenAI has no such ids. */
export const OWN_REASONING = 'rs_aicp';

/** A seal as the `encrypted_content` of an item of reasoning: OpenAI's own as it is, another vendor's with the name of its format. */
export const writeSeal = (seal: Seal): string =>
  seal.format === 'responses' ? seal.value : marked('aicp', seal);

/** The seal of a call, which has no place in this API's calls: it stands in an item of reasoning before it. */
export const writeCallSeal = (seal: Seal): string => marked('aicp.call', seal);

/** The seal that an `encrypted_content` is; undefined where there is none. */
export function openSeal(written: string | undefined): Seal | undefined {
  if (written === undefined || written === '') return undefined;
  return (
    unmarked(written, /^aicp\.([a-z-]+)\.([\w-]*)$/) ?? { format: 'responses', value: written }
  );
}

/** The seal of a call that an `encrypted_content` is; undefined where it is none. */
export const openCallSeal = (written: string | undefined): Seal | undefined =>
  written === undefined ? undefined : unmarked(written, /^aicp\.call\.([a-z-]+)\.([\w-]*)$/);

const marked = (mark: string, { format, value }: Seal): string =>
  `${mark}.${format}.${Buffer.from(value).toString('base64url')}`;

function unmarked(written: string, form: RegExp): Seal | undefined {
  const [, format, value] = form.exec(written) ?? [];
  if (format === undefined || value === undefined) return undefined;
  return { format, value: Buffer.from(value, 'base64url').toString() };
}
