import { describe, expect, it } from 'vitest';
import { storableJson, storableText } from './storable.ts';

describe('what the database takes', () => {
  it('has U+0000 and halves of surrogates replaced, and all else as it was', () => {
    const odd = 'a\u0000b\ud800c\udfff \\u0000 \u0001 \u{1f600} "\n';
    const said = 'a\ufffdb\ufffdc\ufffd \\u0000 \u0001 \u{1f600} "\n';
    expect(storableText(odd)).toBe(said);
    expect(JSON.parse(storableJson({ [odd]: [odd] }))).toEqual({ [said]: [said] });
  });
});
