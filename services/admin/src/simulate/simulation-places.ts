import { Problem } from '@aicp/common/errors/problem';

/** At a time, of all callers: each takes a processor. */
const MOST_AT_ONCE = 2;
/** At a time, of one organization, so that it leaves a place for others. */
const MOST_OF_ORGANIZATION = 1;

/** Places of the simulations that run. */
export class SimulationPlaces {
  private readonly running: (string | undefined)[] = [];

  /** Takes a place for an organization, or for the platform (undefined); the answer gives it back. Throws a Problem (429) where there is none. */
  take(organization: string | undefined): () => void {
    const own = this.running.filter((one) => one === organization).length;
    if (organization !== undefined && own >= MOST_OF_ORGANIZATION) {
      throw busy('A simulation of your organization is running: try again when it is through.');
    }
    if (this.running.length >= MOST_AT_ONCE) {
      throw busy('Other simulations are running: try again when they are through.');
    }
    this.running.push(organization);
    return () => {
      this.running.splice(this.running.indexOf(organization), 1);
    };
  }
}

const busy = (detail: string): Problem =>
  new Problem(429, detail, { headers: { 'Retry-After': '5' } });
