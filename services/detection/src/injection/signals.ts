import { foldText } from '../fold/fold.ts';

/** Something that attempts to override instructions have, and how much it tells. The vocabulary is that of OWASP's LLM01. */
export interface Signal {
  readonly name: 'override' | 'reveal' | 'role' | 'persona' | 'limits' | 'order';
  /** How sure it is alone: more than 0, less than 1. */
  readonly weight: number;
  /** Global; each of its repetitions has a bound. It searches folded texts, in which letters have no accents. */
  readonly pattern: RegExp;
}

const S = '\\s{1,8}';
const words = (most: number): string => `(?:${S}[\\p{L}\\p{N}'-]{1,24}){0,${String(most)}}?`;

const signal = (name: Signal['name'], weight: number, source: string): Signal => ({
  name,
  weight,
  pattern: new RegExp(source, 'gu'),
});

const DROP =
  "\\b(?:ignore|ignoring|disregard|forget|override|bypass|overlook|neglect|discard|circumvent|(?:do not|don'?t|stop|never) (?:follow|obey|listen to|following|obeying))";
const EARLIER =
  '(?:previous|prior|above|earlier|preceding|foregoing|former|initial|original|system|your|existing|current|safety|content|every|all|any|these|those|my)';
const RULES =
  '(?:instructions?|prompts?|rules?|directives?|directions?|guidelines?|commands?|constraints?|restrictions?|policy|policies|programming|guardrails?|safeguards?|filters?|(?:told|said|given) (?:before|above|earlier|previously))';

/** A phrase of another language, in which look-alikes are folded as in the text. */
const other = (weight: number, drop: string, rules: string): Signal => {
  const fold = (list: string): string =>
    list
      .split(' ')
      .map((word) => withoutMarks(foldText(word)))
      .join('|');
  return signal('override', weight, `(?:${fold(drop)})[^.!?\\n]{0,48}(?:${fold(rules)})`);
};

/** A text without the marks on its letters. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\u0300-\u036f]/g, '');

export const signals: readonly Signal[] = [
  signal('override', 0.9, `${DROP}\\b${words(4)}${S}${EARLIER}\\b${words(4)}${S}${RULES}\\b`),
  signal(
    'override',
    0.8,
    `\\b(?:ignore|disregard|forget)${S}(?:everything|all|anything)${words(2)}${S}(?:above|before|previous(?:ly)?|prior|earlier|told|said|so far|until now)\\b`,
  ),
  other(
    0.9,
    'ignoriere ignorieren vergiss vergessen missachte',
    'anweisung instruktion regeln vorgaben',
  ),
  other(0.9, 'ignore ignorez oublie oubliez', 'instructions consignes directives'),
  other(0.9, 'ignora ignore olvida olvide omite', 'instrucciones indicaciones directrices'),
  other(0.9, 'ignora dimentica ignori dimenticare', 'istruzioni regole direttive'),
  other(0.9, 'ignore esqueca desconsidere', 'instrucoes regras diretrizes'),
  other(0.9, 'negeer vergeet', 'instructies aanwijzingen regels'),
  other(0.9, 'zignoruj ignoruj zapomnij', 'instrukcje polecenia zasady'),
  other(0.9, 'игнорируй игнорируйте забудь забудьте', 'инструкции указания правила'),
  other(0.9, '忽略 无视 忘记 忽視', '指令 指示 提示 规则 說明'),
  signal('override', 0.9, foldText('(?:指示|命令|ルール)') + '.{0,8}' + foldText('(?:無視|忘れ)')),
  signal(
    'reveal',
    0.8,
    `\\b(?:reveal|show|print|repeat|output|display|tell me|leak|expose|give me|write out|recite|dump|share|what (?:is|are|was|were))\\b${words(4)}${S}(?:your|hidden|initial|original|full|exact|secret|entire|the above)\\b${words(2)}${S}(?:system prompts?|system messages?|system instructions?|(?:hidden |initial |original |secret )?instructions|developer message|prompt|configuration)\\b`,
  ),
  signal(
    'reveal',
    0.6,
    `\\b(?:reveal|print|repeat|output|leak|recite|dump)\\b${words(3)}${S}system${S}prompt\\b`,
  ),
  signal(
    'role',
    0.8,
    '<\\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id)\\|>|<</?sys>>|\\[/?inst\\]',
  ),
  signal(
    'role',
    0.6,
    '(?:^|\\n)\\s{0,4}(?:#{2,4}\\s{0,2}|\\[|</?)(?:system|developer)(?:\\s(?:message|prompt|override))?(?:\\]|>|:)',
  ),
  signal('role', 0.4, '\\n\\s{0,4}(?:system|assistant):\\s'),
  signal(
    'persona',
    0.8,
    `\\b(?:you are now|act as|pretend to be|become|enter|enable|activate|switch to)\\b${words(3)}${S}(?:dan|jailbroken|jailbreak|unrestricted|unfiltered|uncensored|developer mode|god mode|dan mode|sudo mode|evil)\\b`,
  ),
  signal('persona', 0.8, '\\bdo anything now\\b'),
  signal('persona', 0.3, '\\byou are now\\b|\\bpretend (?:that )?you\\b|\\bfrom now on,? you\\b'),
  signal(
    'limits',
    0.5,
    `\\b(?:without|no|free (?:of|from)|not bound by|have no|ignore)${S}(?:any |all |your )?(?:restrictions|censorship|ethical|moral|safety|content polic|guardrails|safeguards|limitations|filters|rules)`,
  ),
  signal(
    'limits',
    0.4,
    '\\bjailbreak\\b|\\b(?:developer|god|debug) mode (?:enabled|on|activated)\\b',
  ),
  signal(
    'order',
    0.4,
    '\\b(?:new|updated|real|actual) (?:system )?(?:instructions?|task|orders?|prompt)\\s{0,2}:',
  ),
  signal(
    'order',
    0.4,
    "\\b(?:do not|don'?t|never) (?:tell|inform|mention|reveal)\\b.{0,24}\\b(?:user|anyone|human)\\b",
  ),
  signal('order', 0.4, '\\byour (?:new|true|real) (?:task|goal|purpose|job|role|instructions?)\\b'),
];

/** Whether a folded text has a word of the signals at all: nearly all texts have none, and are done with. */
export const GATE =
  /ignor|disregard|forget|overrid|bypass|overlook|neglect|discard|circumvent|obey|follow|listen|prompt|instruction|message|configuration|<\||<<|\[\/?inst|system|developer|you are now|pretend|anything now|from now|mode|restrict|censor|jail|vergiss|vergess|missacht|oubli|olvid|omite|dimentic|esquec|desconsid|negeer|vergeet|zapomnij|[^\u0000-\u024f]|new |your /;
