import { isUtf8 } from 'node:buffer';
/** What guardrails look at of a file: its name, and its text, by lines where each is JSON by itself; or bytes, which nobody can look at here. */
export type FileMessage = readonly (string | { readonly bytes: string })[];

/** Names of files of which vendors read nothing but the text. In all others (PDF, HTML, office documents) a text may be written so that it is not seen. */
const PLAIN = /\.(?:txt|text|md|markdown|csv|tsv|log|json|jsonl|ndjson|yaml|yml)$/i;
const LINES = /\.(?:jsonl|ndjson)$/i;

/** A file as guardrails look at it. */
export function fileMessage(name: string, content: Buffer): FileMessage {
  const text = PLAIN.test(name) ? textOf(content) : undefined;
  if (text === undefined) return [name, { bytes: 'of a file' }];
  return [name, ...(LINES.test(name) ? text.split('\n') : [text])];
}

/** The name and the content as guardrails left them. */
export function fileOf(
  name: string,
  content: Buffer,
  { before, after }: { readonly before: FileMessage; readonly after: FileMessage },
): { readonly name: string; readonly content: Buffer } {
  const isSame = before.every((part, place) => part === after[place]);
  const [told, ...lines] = after;
  const isText = lines.every((line) => typeof line === 'string');
  return {
    name: typeof told === 'string' ? told : name,
    content: isSame || !isText ? content : Buffer.from(lines.join('\n')),
  };
}

/** Undefined where it is no text in UTF-8, which some readers would take for another one. */
const textOf = (content: Buffer): string | undefined =>
  content.includes(0) || !isUtf8(content) ? undefined : content.toString();
