/** Control characters but tabs and line ends, and a space of braille that looks like no sign at all. */
const CONTROLS = String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u2800\uFFF9-\uFFFB`;
/** What joins letters and emoji, and says how an emoji is drawn: only there they do something. */
const JOINERS = String.raw`\u200C\u200D`;
const VARIATIONS = String.raw`\uFE0E\uFE0F`;

/** Signs that one does not see: of these, those that Unicode says may be left out where text is drawn (`Default_Ignorable_Code_Point`). */
const UNSEEN = new RegExp(
  [
    String.raw`(?![${JOINERS}${VARIATIONS}])[\p{Default_Ignorable_Code_Point}${CONTROLS}]`,
    // Letters of these scripts are joined by nothing.
    String.raw`(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Number}\p{Punctuation}\p{Separator}])[${JOINERS}]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}])[${VARIATIONS}](?!\u20E3)`,
  ].join('|'),
  'gu',
);

/** A text as it is shown: what one would not see of it is named, as "⟨U+202E⟩", so that no name looks like another one or turns the words after it around. */
export const visibleText = (text: string): string => text.replaceAll(UNSEEN, named);

const named = (sign: string): string =>
  `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
