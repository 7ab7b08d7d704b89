/** Of what numbers are made as words in a language: what begins one, and what only goes on. */
interface Morphemes {
  readonly begin: ReadonlySet<string>;
  readonly goOn: ReadonlySet<string>;
}

const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.join(' ').split(' '));

const LANGUAGES: readonly Morphemes[] = [
  // English
  {
    begin: setOf(
      'zero nought nil one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      'twenty thirty forty fourty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen score',
      'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth',
      'ninetieth last half halves quarter single double triple treble quadruple once twice thrice couple pair both all any some every',
    ),
    goOn: setOf('s th ths fold and'),
  },
  // German
  {
    begin: setOf(
      'null eins ein eine zwei zwo drei vier fünf fuenf sechs sech sieben sieb acht neun zehn elf zwölf zwoelf zwanzig dreißig dreissig hundert tausend',
      'million milliarde billion erst dritt letzt halb hälft viertel anderthalb dutzend paar beid doppelt doppel einfach zweit alle',
    ),
    goOn: setOf(
      'und zig ßig en er es em e n te ten ter tes tem ste sten ster stes stem s ns tel stel el eln fach fache fachen facher faches mal malige einhalb ens stens tens',
    ),
  },
  // Dutch
  {
    begin: setOf(
      'nul één een eens twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien twintig dertig veertig vijftig zestig zeventig tachtig negentig',
      'honderd duizend miljoen miljard half halve helft kwart dozijn dubbel eerst tweede derd laatst beide anderhalf alle',
    ),
    goOn: setOf('en ën tien tig e de ste ten maal keer voudig voud s'),
  },
  // French
  {
    begin: setOf(
      'zéro un deux trois quatre quatr cinq cinqu six sept huit neuf neuv dix onze onz douze douz treize treiz quatorze quatorz quinze quinz seize seiz vingt',
      'trente trent quarante quarant cinquante cinquant soixante soixant septante septant huitante octante nonante nonant cent mille mill million milliard',
      'milliardi demi moitié quart tiers double triple quadruple douzaine dizaine vingtaine trentaine quarantaine cinquantaine soixantaine centaine millier',
      'premier première dernier dernière second seconde tous toutes',
    ),
    goOn: setOf('s e es ième ièmes uple'),
  },
  // Spanish
  {
    begin: setOf(
      'cero un uno una dos tres cuatro cinco seis siete sete ocho nueve nove diez once doce trece catorce quince dieci veinte veinti treinta cuarenta cincuenta',
      'sesenta setenta ochenta noventa cien ciento quiniento quinienta mil millón millone billón billone medio media mitad cuarto tercio tercia doble triple docena',
      'decena centenar primer primero primera segundo segunda tercer tercero tercera cuarta quinto quinta sexto sexta séptimo séptima octavo octava noveno novena',
      'décimo décima undécimo undécima duodécimo duodécima vigésimo vigésima trigésimo centésimo milésimo último última ambos ambas todos todas',
    ),
    goOn: setOf(
      'ciento cienta s dós trés séis ún cuatro cinco siete ocho nueve dos tres seis uno una',
    ),
  },
  // Italian
  {
    begin: setOf(
      'zero un uno una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
      'vent trenta trent quaranta quarant cinquanta cinquant sessanta sessant settanta settant ottanta ottant novanta novant cento cent mille mila milione milioni',
      'miliardo miliardi undic dodic tredic quattordic quindic sedic diciassett diciott diciannov mezzo mezza metà quarto quarti quarta terzo terza terzi doppio doppia triplo dozzina decina ventina centinaio centinaia migliaio migliaia',
      'primo prima primi prime secondo seconda quinto quinta sesto sesta settimo settima ottavo ottava nono nona decimo decima ultimo ultima entrambi tutti tutte',
    ),
    goOn: setOf('tré un cinqu sett ott nov esimo esima esimi esime'),
  },
  // Portuguese
  {
    begin: setOf(
      'zero um uma dois duas três tre quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze dezasseis dezesseis dezassete dezessete dezoito',
      'dezanove dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzento duzenta trezento trezenta quinhento quinhenta mil',
      'milhão milhões bilhão bilhões meio meia metade quarto quarta terço dobro triplo dúzia dezena centena milhar primeiro primeira segundo segunda terceiro',
      'terceira quinto quinta sexto sexta sétimo sétima oitavo oitava nono nona décimo décima vigésimo centésimo último última ambos ambas todos todas',
    ),
    goOn: setOf('cento centa s es'),
  },
];

/** With these, numbers are joined: "thirty and one", "treinta y uno". */
const JOINS = setOf('and und en et y e');
/** Articles that are the number one where they stand behind another number: "vingt et un". */
const ARTICLES = setOf('ein eine einen einem einer eines een un une uno una um uma');
/** Units of the longest number that is one word. */
const LONGEST = 64;
const LONGEST_MORPHEME = Math.max(
  ...LANGUAGES.flatMap(({ begin, goOn }) => [...begin, ...goOn]).map(({ length }) => length),
);
/** The beginnings of all numbers, so that most words are told apart by these. */
const BEGINNINGS = new Set(
  LANGUAGES.flatMap(({ begin }) => [...begin]).map((one) => one.slice(0, 2)),
);

/** Tells which words of a text, one after the other, are of its numbers: in English, German, Dutch, French, Spanish, Italian and Portuguese. */
export class NumberWords {
  private isBehindNumber = false;

  /** Whether the next word, in lower case, is of a number: a cardinal, an ordinal, a part or a multiple. */
  isNumber(word: string): boolean {
    const isArticle = ARTICLES.has(word);
    const isOne = isArticle ? this.isBehindNumber : word.split('-').some(isComposed);
    if (!JOINS.has(word)) this.isBehindNumber = isOne;
    return isOne;
  }
}

function isComposed(word: string): boolean {
  if (word.length > LONGEST || !BEGINNINGS.has(word.slice(0, 2)) || ARTICLES.has(word))
    return false;
  return LANGUAGES.some((language) => isOf(language, word));
}

/** Whether a word is made of the morphemes of a language alone. */
function isOf({ begin, goOn }: Morphemes, word: string): boolean {
  const isReached = new Set([0]);
  for (let start = 0; start < word.length; start += 1) {
    if (!isReached.has(start)) continue;
    const most = Math.min(word.length, start + LONGEST_MORPHEME);
    for (let end = start + 1; end <= most; end += 1) {
      const part = word.slice(start, end);
      if (begin.has(part) || (start > 0 && goOn.has(part))) isReached.add(end);
    }
  }
  return isReached.has(word.length);
}
