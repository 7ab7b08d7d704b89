import type { Claim } from '../kinds/kit/operator-kind.ts';
import { labelOf, type SourceObject } from '../kinds/kit/source-object.ts';

interface Holder {
  readonly organization: string | undefined;
  readonly uid: string;
  readonly label: string;
  readonly outcome: string | undefined;
}

/** Who holds what. Claims are made oldest first, so the holder is always the older one. */
export class ClaimTable {
  private readonly holders = new Map<string, Holder>();

  has({ key }: Pick<Claim, 'key'>): boolean {
    return this.holders.has(key);
  }

  /** Takes all claims, or none and says who stands in the way. */
  take(object: SourceObject, claims: readonly Claim[]): string | undefined {
    for (const claim of claims) {
      const holder = this.holders.get(claim.key);
      if (holder && holder.uid !== object.uid && !agrees(holder, claim)) {
        return `${claim.what} ${labelFor(claim, holder)}, which is older: ${claim.remedy}`;
      }
    }
    const { uid } = object;
    for (const { key, outcome, organization } of claims) {
      if (this.holders.has(key)) continue;
      this.holders.set(key, { uid, label: labelOf(object), outcome, organization });
    }
    return undefined;
  }
}

const labelFor = ({ organization }: Claim, holder: Holder): string =>
  organization === holder.organization ? holder.label : 'another object';

const agrees = (holder: Holder, claim: Claim): boolean =>
  claim.outcome !== undefined && holder.outcome === claim.outcome;

/** The claim on an id, alias or group alias, which share one space. */
export const nameClaim = (name: string): Claim => ({
  key: `name ${name}`,
  what: `"${name}" is already an id or alias of`,
  remedy: 'choose another, or delete one of the two',
});
