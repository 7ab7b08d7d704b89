import type { Span } from './read-members.ts';

/** Other bytes in place of some; an empty span is where they are added. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** The body with its edits, which do not overlap. */
export function splice(body: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const { span, text } of [...edits].sort((a, b) => a.span.start - b.span.start)) {
    parts.push(body.subarray(from, span.start), Buffer.from(text));
    from = span.end;
  }
  parts.push(body.subarray(from));
  return Buffer.concat(parts);
}

/** Replaces a member's value, or adds the member as the first of the body's object, which is never empty. */
export function setMember(body: Buffer, span: Span | undefined, name: string, text: string): Edit {
  if (span) return { span, text };
  const start = body.indexOf('{') + 1;
  return { span: { start, end: start }, text: `"${name}":${text},` };
}
