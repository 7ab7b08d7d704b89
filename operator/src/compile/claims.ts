import type { Claim } from '../kinds/kit/operator-kind.ts';
import { labelOf, type SourceObject } from '../kinds/kit/source-object.ts';

interface Holder {
  readonly organization: string | undefined;
  readonly uid: string;
  readonly label: string;
  readonly outcome: string | undefined;
  readonly amount: number;
}

/** Who holds what. Claims are made oldest first, so a holder is always the older one. */
export class ClaimTable {
  /** Of what is not shared, the first to claim it. */
  private readonly holders = new Map<string, Holder[]>();

  has({ key }: Pick<Claim, 'key'>): boolean {
    return this.holders.has(key);
  }

  /** Takes all claims, or none and says who stands in the way. */
  take(object: SourceObject, claims: readonly Claim[]): string | undefined {
    for (const claim of claims) {
      const others = this.others(object, claim);
      if (isFree(claim, others)) continue;
      const labels = others.map((holder) => labelFor(claim, holder)).join(', ');
      return `${claim.what} ${labels}, which ${others.length > 1 ? 'are' : 'is'} older: ${claim.remedy}`;
    }
    const { uid } = object;
    for (const { key, outcome, organization, share } of claims) {
      const held = this.holders.get(key);
      const holder = {
        uid,
        label: labelOf(object),
        outcome,
        organization,
        amount: share?.amount ?? 0,
      };
      if (!held) this.holders.set(key, [holder]);
      else if (share) held.push(holder);
    }
    return undefined;
  }

  private others({ uid }: SourceObject, { key }: Claim): readonly Holder[] {
    return (this.holders.get(key) ?? []).filter((holder) => holder.uid !== uid);
  }
}

function isFree({ outcome, share }: Claim, others: readonly Holder[]): boolean {
  if (others.length === 0) return true;
  if (share) return others.reduce((sum, { amount }) => sum + amount, share.amount) <= share.of;
  return outcome !== undefined && others.every((holder) => holder.outcome === outcome);
}

const labelFor = ({ organization }: Claim, holder: Holder): string =>
  organization === holder.organization ? holder.label : 'another object';

/** The claim on an id, alias or group alias, which share one space. */
export const nameClaim = (name: string): Claim => ({
  key: `name ${name}`,
  what: `"${name}" is already an id or alias of`,
  remedy: 'choose another, or delete one of the two',
});
