import { describe, expect, it } from 'vitest';
import { signsOf } from './text-signs.ts';

type Speller = (n: number) => string;

const words = (text: string): readonly string[] => text.split(' ');
/** One of a list that is surely there. */
const at = (list: readonly string[], index: number): string => {
  const one = list[index];
  if (one === undefined) throw new Error(`no word for ${index}`);
  return one;
};
const said = (...parts: readonly string[]): string => parts.filter((one) => one !== '').join(' ');

/** Numbers below a thousand by a rule, thousands before them. */
const withThousands =
  (below: Speller, thousand: string, isOne: boolean, join = ' '): Speller =>
  (n) => {
    if (n < 1000) return below(n);
    const thousands = Math.floor(n / 1000);
    const many = thousands === 1 && !isOne ? thousand : `${below(thousands)}${join}${thousand}`;
    return n % 1000 === 0 ? many : `${many}${join}${below(n % 1000)}`;
  };

const EN = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const EN_TENS = words('- - twenty thirty forty fifty sixty seventy eighty ninety');
const english: Speller = withThousands(
  (n): string => {
    if (n < 20) return at(EN, n);
    if (n < 100)
      return n % 10 === 0
        ? at(EN_TENS, n / 10)
        : `${at(EN_TENS, Math.floor(n / 10))}-${at(EN, n % 10)}`;
    const hundreds = `${at(EN, Math.floor(n / 100))} hundred`;
    return n % 100 === 0 ? hundreds : `${hundreds} and ${english(n % 100)}`;
  },
  'thousand',
  true,
);

/** German and Dutch: the unit before the ten. */
interface Germanic {
  readonly small: readonly string[];
  readonly tens: readonly string[];
  readonly and: (unit: string) => string;
  readonly one: string;
  readonly hundred: string;
  readonly thousand: string;
}

const germanic = ({ small, tens, and, one, hundred, thousand }: Germanic): Speller => {
  const unit = (n: number): string => (n === 1 ? one : at(small, n));
  const below: Speller = (n) => {
    if (n < 20) return at(small, n);
    if (n < 100) {
      const ten = at(tens, Math.floor(n / 10));
      return n % 10 === 0 ? ten : `${unit(n % 10)}${and(unit(n % 10))}${ten}`;
    }
    const hundreds = `${n < 200 ? '' : at(small, Math.floor(n / 100))}${hundred}`;
    return n % 100 === 0 ? hundreds : `${hundreds}${below(n % 100)}`;
  };
  return withThousands(below, thousand, false, '');
};

const german = germanic({
  small: words(
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  tens: words('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
  ...{ and: () => 'und', one: 'ein', hundred: 'hundert', thousand: 'tausend' },
});
const dutch = germanic({
  small: words(
    'nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
  ),
  tens: words('- - twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
  and: (unit) => (unit.endsWith('e') ? 'ën' : 'en'),
  ...{ one: 'een', hundred: 'honderd', thousand: 'duizend' },
});

const FR = words(
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
);
const FR_TENS = words('- - vingt trente quarante cinquante soixante');
const frenchTens: Speller = (n) => {
  if (n < 20) return at(FR, n);
  if (n === 71) return 'soixante et onze';
  if (n === 80) return 'quatre-vingts';
  if (n > 80) return `quatre-vingt-${at(FR, n - 80)}`;
  if (n > 69) return `soixante-${at(FR, n - 60)}`;
  const ten = at(FR_TENS, Math.floor(n / 10));
  if (n % 10 === 1) return `${ten} et un`;
  return n % 10 === 0 ? ten : `${ten}-${at(FR, n % 10)}`;
};
const french: Speller = withThousands(
  (n) => {
    if (n < 100) return frenchTens(n);
    const hundreds = n < 200 ? 'cent' : `${at(FR, Math.floor(n / 100))} cent`;
    return n % 100 === 0 ? hundreds : `${hundreds} ${frenchTens(n % 100)}`;
  },
  'mille',
  false,
);

/** Spanish and Portuguese: tens and units with a word between. */
interface Iberian {
  readonly small: readonly string[];
  readonly tens: readonly string[];
  readonly hundreds: readonly string[];
  readonly hundred: string;
  readonly and: string;
  readonly isAndBehindHundreds: boolean;
}

const iberian = ({
  small,
  tens,
  hundreds,
  hundred,
  and,
  isAndBehindHundreds,
}: Iberian): Speller => {
  const below: Speller = (n) => {
    const known = small[n];
    if (known !== undefined) return known;
    if (n < 100) {
      const ten = at(tens, Math.floor(n / 10));
      return n % 10 === 0 ? ten : `${ten} ${and} ${at(small, n % 10)}`;
    }
    if (n === 100) return hundred;
    const many = at(hundreds, Math.floor(n / 100));
    if (n % 100 === 0) return many;
    return said(many, isAndBehindHundreds ? and : '', below(n % 100));
  };
  return withThousands(below, 'mil', false);
};

const spanish = iberian({
  small: words(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
  ),
  tens: words('- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  hundreds: words(
    '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
  ),
  ...{ hundred: 'cien', and: 'y', isAndBehindHundreds: false },
});
const portuguese = iberian({
  small: words(
    'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
  ),
  tens: words('- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
  hundreds: words(
    '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
  ),
  ...{ hundred: 'cem', and: 'e', isAndBehindHundreds: true },
});

const IT = words(
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
);
const IT_TENS = words('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta');
const italian: Speller = (n): string => {
  if (n < 20) return at(IT, n);
  if (n < 100) {
    const ten = at(IT_TENS, Math.floor(n / 10));
    const unit = n % 10;
    if (unit === 0) return ten;
    if (unit === 3) return `${ten}tré`;
    return `${unit === 1 || unit === 8 ? ten.slice(0, -1) : ten}${at(IT, unit)}`;
  }
  const [size, one, many] = n < 1000 ? [100, 'cento', 'cento'] : [1000, 'mille', 'mila'];
  const rest = n % size === 0 ? '' : italian(n % size);
  return n < 2 * size ? `${one}${rest}` : `${italian(Math.floor(n / size))}${many}${rest}`;
};

const languages: readonly [string, Speller, string][] = [
  ['English', english, 'show what a loan of # euros costs me'],
  ['German', german, 'was kostet mich ein kredit über # euro'],
  ['Dutch', dutch, 'wat kost mij een lening van # euro'],
  ['French', french, 'combien coûte un prêt de # euros'],
  ['Spanish', spanish, 'cuánto cuesta un préstamo de # euros'],
  ['Italian', italian, 'quanto costa un prestito di # euro'],
  ['Portuguese', portuguese, 'quanto custa um empréstimo de # euros'],
];

describe('numbers as words', () => {
  it.each([
    [english(9871), 'nine thousand eight hundred and seventy-one'],
    [german(9871), 'neuntausendachthunderteinundsiebzig'],
    [dutch(1022), 'duizendtweeëntwintig'],
    [french(4291), 'quatre mille deux cent quatre-vingt-onze'],
    [spanish(2531), 'dos mil quinientos treinta y uno'],
    [italian(1728), 'millesettecentoventotto'],
    [portuguese(121), 'cento e vinte e um'],
  ])('are spelled here as people spell them: %s', (spelled, by) => {
    expect(spelled).toBe(by);
  });

  it.each(languages)('are told apart in %s, each from each other', (_, spell, sentence) => {
    const seen = new Map<string, number>();
    for (let n = 0; n < 10_000; n += 1) {
      const signs = signsOf(sentence.replace('#', spell(n)))?.text ?? '';
      expect([n, seen.get(signs)]).toEqual([n, undefined]);
      seen.set(signs, n);
    }
    const without = signsOf(sentence.replace('# ', ''))?.text ?? '';
    // One alone is an article as well, and says no number.
    expect([undefined, 1]).toContain(seen.get(without));
  });

  it.each([
    'half once twice thrice double dozen quarter first thirteenth twentieth seventy-fifth hundredth thirds pair',
    'halb anderthalb zweieinhalb doppelt dutzend viertel drittel erste dritten siebzehnte einundzwanzigster zweimal dreifach million milliarden',
    'half kwart dubbele dozijn eerste derde achtste eenentwintigste honderdste tweemaal miljoen',
    'demi moitié quart double douzaine vingtaine première deuxième quatrième neuvième centième millions vingt-et-unième',
    'medio mitad doble docena primer tercero séptima décimo veintiún veintiuna trescientas millones vigésimo',
    'mezzo metà doppio dozzina primo terza sesto undicesimo ventunesimo centesimo milioni ventitré',
    'meia metade dobro dúzia primeira terceiro sétima décimo milhões trezentas bilhões',
  ])('are also parts, multiples and ordinals: %s', (all) => {
    for (const word of words(all)) {
      expect([word, signsOf(`so ${word} it is`)?.text]).toEqual([word, JSON.stringify([word])]);
    }
  });

  it('are none of the words that only begin like one', () => {
    expect(signsOf('often tent soften handle enter under sixpence uncle')?.text).toBe('[]');
  });

  it('takes no article for a number, but behind one', () => {
    expect(signsOf('donne le prix pour un kilo')?.text).toBe('[]');
    expect(signsOf('donne le prix pour vingt et un kilos')?.text).toBe('["vingt","un"]');
  });

  it('takes little time for words that look like one without an end', () => {
    const begin = process.cpuUsage();
    for (let count = 0; count < 20; count += 1)
      signsOf('einundzwanzigeinund'.repeat(3).concat(' ').repeat(34));
    const { user, system } = process.cpuUsage(begin);
    expect(user + system).toBeLessThan(5_000_000);
  });
});
