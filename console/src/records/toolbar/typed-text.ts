/** What stands in a field whose text goes into the page's address a moment later. */
export interface TypedText {
  readonly typed: string;
  /** What the address said last. */
  readonly shown: string;
  /** What was told to the address and did not come back from it yet, the oldest first. */
  readonly told: readonly string[];
}

/** A field that shows what an address says. */
export const startOf = (shown: string): TypedText => ({ typed: shown, shown, told: [] });

/** Somebody has typed. */
export const withTyped = (field: TypedText, typed: string): TypedText => ({ ...field, typed });

/** What is to be told to the address now; undefined: nothing, since it knows or will soon. */
export function toTell({ typed, shown, told }: TypedText): string | undefined {
  const text = typed.trim();
  return text === (told.at(-1) ?? shown) ? undefined : text;
}

/** The address was told a text. */
export const withTold = (field: TypedText, text: string): TypedText => ({
  ...field,
  told: [...field.told, text],
});

/**
 * The address says something else than before. Where that is what it was told, whatever was typed since stays; anything else comes from elsewhere (a link, the browser's
 * way back, "Clear") and takes the place of what stands in the field.
 */
export function withShown(field: TypedText, shown: string): TypedText {
  const place = field.told.indexOf(shown);
  if (place === -1) return startOf(shown);
  return { ...field, shown, told: field.told.slice(place + 1) };
}
