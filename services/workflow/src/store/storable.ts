/** Stands for what PostgreSQL takes in no text: U+0000, and halves of surrogates. */
const REPLACEMENT = '\ufffd';

/** A text as the database takes it. */
export const storableText = (text: string): string =>
  text.toWellFormed().replaceAll('\0', REPLACEMENT);

/** Escapes of JSON; those of three bytes or more are of what is replaced. */
const ESCAPES = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|[^])/g;

/** JSON of a value, as the database takes it. Throws a RangeError where the value is too deep. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value ?? null).replace(ESCAPES, (escape) =>
    escape.length > 2 ? REPLACEMENT : escape,
  );
