/** Control characters but tabs and line ends, signs that turn the order of others around, and those of no width. What joins emoji and letters stays. */
const UNSEEN = new RegExp(
  String.raw`[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]`,
  'g',
);

/** A text as it is shown: what one would not see of it is named, as "⟨U+202E⟩", so that no name looks like another one or turns the words after it around. */
export const visibleText = (text: string): string => text.replaceAll(UNSEEN, named);

const named = (sign: string): string =>
  `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
