import type { Detectors, TextScanner } from '../finding/detectors.ts';
import type { Finding } from '../finding/finding.ts';
import { inOrder } from './text-scan.ts';

/** Several sets of detectors as one, which finds what all of them find. Each keeps what it made ready. */
export function combineDetectors(sets: readonly Detectors[]): Detectors {
  const [only, ...others] = sets.filter(({ isEmpty }) => !isEmpty);
  if (only && others.length === 0) return only;
  const all = only ? [only, ...others] : [];
  return {
    isEmpty: all.length === 0,
    scan: (text) => all.flatMap((one) => one.scan(text)).sort(inOrder),
    open: () => new CombinedScan(all.map((one) => one.open())),
  };
}

class CombinedScan implements TextScanner {
  private readonly scanners: readonly TextScanner[];
  private waiting: Finding[] = [];

  constructor(scanners: readonly TextScanner[]) {
    this.scanners = scanners;
  }

  push(piece: string): void {
    for (const scanner of this.scanners) scanner.push(piece);
  }

  end(): void {
    for (const scanner of this.scanners) scanner.end();
  }

  get decided(): number {
    let decided = Infinity;
    for (const scanner of this.scanners) decided = Math.min(decided, scanner.decided);
    return decided;
  }

  /** What one of them has decided waits for the others. */
  take(): readonly Finding[] {
    for (const scanner of this.scanners) {
      for (const finding of scanner.take()) this.waiting.push(finding);
    }
    const { decided } = this;
    const taken = this.waiting.filter(({ start }) => start < decided);
    if (taken.length > 0) this.waiting = this.waiting.filter(({ start }) => start >= decided);
    return taken.sort(inOrder);
  }
}
