import { LIST_CHANGERS, type ListHolder } from './list-changers.ts';

/** What a refusal says of itself. */
export interface Refused {
  readonly code: string | null;
  readonly steps: readonly {
    readonly stage: string;
    readonly outcome: string;
    readonly detail?: string | undefined;
  }[];
}

/** What somebody can do about a refusal. */
export interface WayOn {
  readonly text: string;
  /** Tiers to ask for. */
  readonly tiers: readonly string[];
}

/** What helps against a refusal, and whom to ask; undefined where that is not for people to decide. */
export function wayOn({ code, steps }: Refused): WayOn | undefined {
  if (code === 'policy_denied') return { text: POLICIES, tiers: [] };
  if (code !== 'model_not_allowed') return undefined;
  const access = steps.find(({ stage, outcome }) => stage === 'access' && outcome === 'refused');
  const by = (access?.detail ?? '').split(', ').filter((one) => one !== '');
  const tiers = by.filter((one) => one.startsWith(TIER)).map((one) => one.slice(TIER.length));
  const holders = by.filter((one) => !one.startsWith(TIER));
  if (holders.length > 0) return { text: holders.map(listText).join(' '), tiers: [] };
  return { text: ASK, tiers };
}

const TIER = 'tier ';
const ASK =
  'Access to the tier of the model is asked for in Model Access, and decided by an administrator of the organization or the platform.';
const POLICIES =
  'Routing policies are written by administrators of the organization and of the platform: ask one of them.';

function listText(holder: string): string {
  const [word] = holder.split(' ', 1);
  const changer = LIST_CHANGERS[word as ListHolder] as string | undefined;
  return `The list of models of the ${holder} leaves it out: access to a tier does not change that. ${changer ?? ''}`.trim();
}

/** The words of a refusal without those that are for programs: addresses of the API, and what to send there. */
export const forPeople = (message: string): string => message.replace(FOR_PROGRAMS, '');

const FOR_PROGRAMS =
  / (?:Ask for one at the admin API: POST \/api|GET \/v1\/models lists what it may use).*$/s;
