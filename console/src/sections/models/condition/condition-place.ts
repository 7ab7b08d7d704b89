/** What may stand at a place of a condition. */
export type ConditionPlace =
  | { readonly kind: 'attribute'; readonly from: number; readonly word: string }
  | { readonly kind: 'operator'; readonly from: number; readonly attribute: string }
  | {
      readonly kind: 'value';
      readonly from: number;
      readonly word: string;
      readonly attribute: string;
    }
  | { readonly kind: 'join'; readonly from: number; readonly isInList: boolean };

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN = /"[^"]*"?|'[^']*'?|==|!=|<=|>=|&&|\|\||[<>!()[\],]|[^\s"'=!<>&|()[\],]+/g;
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='];
const SIGNS = /^[^\w"']/;

/** What may stand where the cursor is, by what stands before it. */
export function placeAt(text: string, at: number): ConditionPlace {
  const tokens = tokensOf(text.slice(0, at));
  const last = tokens.at(-1);
  // The word that is being typed is what would be replaced.
  const isTyping = last !== undefined && last.to === at && !SIGNS.test(last.text);
  const word = isTyping ? last.text : '';
  const from = isTyping ? last.from : at;
  return placeAfter(isTyping ? tokens.slice(0, -1) : tokens, word, from);
}

function placeAfter(before: readonly Token[], word: string, from: number): ConditionPlace {
  const state = before.reduce(next, START);
  switch (state.expects) {
    case 'attribute':
      return { kind: 'attribute', from, word };
    case 'operator':
      return { kind: 'operator', from, attribute: state.attribute };
    case 'value':
      return { kind: 'value', from, word, attribute: state.attribute };
    case 'join':
      return { kind: 'join', from, isInList: state.isInList };
  }
}

interface State {
  readonly expects: ConditionPlace['kind'];
  readonly attribute: string;
  readonly isInList: boolean;
}

const START: State = { expects: 'attribute', attribute: '', isInList: false };
const STARTS_WITH = '.startsWith';

/** Signs after which always the same is expected. */
const SIGN_STATES: Readonly<Record<string, Partial<State>>> = {
  ...Object.fromEntries(['&&', '||', '!', '('].map((sign) => [sign, { expects: 'attribute' }])),
  ...Object.fromEntries(COMPARISONS.map((sign) => [sign, { expects: 'value' }])),
  '[': { expects: 'value', isInList: true },
  ',': { expects: 'value' },
  ']': { expects: 'join', isInList: false },
  ')': { expects: 'join', isInList: false },
};

/** What is expected after one more token. */
function next(state: State, { text }: Token): State {
  if (text.endsWith(STARTS_WITH)) {
    return { ...state, expects: 'operator', attribute: text.slice(0, -STARTS_WITH.length) };
  }
  // The bracket after startsWith opens its value, any other one a condition.
  if (text === '(' && state.expects === 'operator') return { ...state, expects: 'value' };
  const sign = Object.hasOwn(SIGN_STATES, text) ? SIGN_STATES[text] : undefined;
  return sign ? { ...state, ...sign } : afterWord(state, text);
}

function afterWord(state: State, text: string): State {
  if (state.expects === 'value') return { ...state, expects: 'join' };
  if (text === 'in' && state.expects === 'operator') return state;
  // What follows has() is a name in brackets, which is its attribute.
  if (text === 'has') return { ...state, expects: 'attribute' };
  return { ...state, expects: 'operator', attribute: text };
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
