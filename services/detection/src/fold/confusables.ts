/** Small letters that look like others, after each other: what looks so, what it looks like. Capitals are made small before. */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  // Cyrillic; some by the look of their capitals.
  ['авеёкмнорстухіїјѕԁһԛԝѵєґ', 'abeekmhopctyxiijsdhqwver'],
  // Greek, by the look of the capitals.
  ['αβεζηικμνορτυχςϲ', 'abezhikmnoptyxσc'],
  // Latin, Armenian and others.
  ['ıłɡɑɩʏøđɪɴʟʀɢʜʙᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢոօսհ', 'ilgaiyodinlrghbacdejkmoptuvwznouh'],
];

/** The letter of ASCII that a small letter may be taken for. */
export const confusables: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.flatMap(([like, letter]) =>
    Array.from(like, (one, index) => [one, letter[index] ?? one]),
  ),
);
