import { compileDetectors } from '@aicp/detection/compile-detectors';
import type { Detectors } from '@aicp/detection/detectors';
import { openRedacted } from '@aicp/detection/json/open-redacted';
import { Redactor } from '@aicp/detection/redact';
import type { GuardedText, OutputGuard, Stop } from '../output/output-guard.ts';

/** Finds e-mail addresses, four digits and `com…`, which reach far, and replaces them; `blocked` are words that stop an answer. */
export const testDetectors = (blocked: readonly string[] = []): Detectors =>
  compileDetectors([
    {
      id: 'ours',
      type: 'regex',
      action: 'redact',
      patterns: [
        { pattern: '[0-9]{4}', label: 'FOUR', action: 'redact' },
        { pattern: 'com.{0,6}', label: 'COM', action: 'redact' },
        { pattern: 'plain', label: 'PLAIN', action: 'flag' },
      ],
    },
    { id: 'pii', type: 'pii', action: 'redact' },
    {
      id: 'words',
      type: 'keyword',
      action: 'block',
      patterns: blocked.map((pattern) => ({ pattern, action: 'block' as const })),
    },
  ]);

/** Replaces by placeholders that tell a value by itself, so that the order in which texts come does not matter. */
export class OrderlessRedactor extends Redactor {
  override placeholder({ label }: { readonly label: string }, value: string): string {
    let sum = 0;
    for (const char of value) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
    return `<${label}_${sum}>`;
  }
}

/** A guard of one answer, for tests. */
export class TestGuard implements OutputGuard {
  readonly unseen: string[] = [];
  stoppedBy: Stop | undefined;
  private readonly detectors: Detectors;
  private readonly redactor: Redactor;
  private readonly restore: ReadonlyMap<string, string>;
  private readonly refused: readonly string[];

  constructor(options: {
    detectors: Detectors;
    redactor?: Redactor;
    restore?: ReadonlyMap<string, string>;
    /** What may not go on unseen. */
    refused?: readonly string[];
  }) {
    this.detectors = options.detectors;
    this.redactor = options.redactor ?? new Redactor();
    this.restore = options.restore ?? new Map();
    this.refused = options.refused ?? [];
  }

  open(form: 'text' | 'json'): GuardedText {
    const { detectors, redactor, restore } = this;
    const text = openRedacted(form, { detectors, redactor, restore });
    const passed = (out: string): string => {
      if (text.blockedBy) this.stoppedBy = { guardrail: 'test', label: text.blockedBy.label };
      return out;
    };
    return {
      push: (piece) => (this.stoppedBy ? '' : passed(text.push(piece))),
      end: () => (this.stoppedBy ? '' : passed(text.end())),
    };
  }

  passUnseen(what: string): boolean {
    this.unseen.push(what);
    if (this.refused.includes(what)) this.stoppedBy = { guardrail: 'test', label: what };
    return this.stoppedBy === undefined;
  }

  close(): void {
    // What it said stays to be read.
  }
}
