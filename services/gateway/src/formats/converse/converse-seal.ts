import type { Seal } from '../conversation/conversation.ts';

const FORMAT = 'converse';
/** No signature holds a colon: they are base64. */
const REDACTED = 'redacted:';

/** What Bedrock gave beside reasoning, and wants to see again: a signature, or reasoning that nobody else can read (base64). */
type Sealed =
  | { readonly signature: string; readonly redactedContent?: undefined }
  | { readonly redactedContent: string };

export const signatureSeal = (signature: string): Seal => ({ format: FORMAT, value: signature });

export const redactedSeal = (content: string): Seal => ({
  format: FORMAT,
  value: REDACTED + content,
});

/** Undefined where there is none, or it is another vendor's. */
export function readSeal(seal: Seal | undefined): Sealed | undefined {
  if (seal?.format !== FORMAT) return undefined;
  const { value } = seal;
  return value.startsWith(REDACTED)
    ? { redactedContent: value.slice(REDACTED.length) }
    : { signature: value };
}
