import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@aicp/common/http/testing/free-ports';
import { chromium as playwright } from 'playwright-core';
import { median, type Measured, type MeasureParts } from './measure.ts';

/** Fetched when it is asked for: with all that it brings it is a third of what the whole project installs. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
const LEAST = { performance: 95, accessibility: 100 } as const;

/** What the score of performance is made of. */
const REASONS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

type Category = keyof typeof LEAST;
type Scores = Record<Category, number>;

/** What Lighthouse says of signing in and of the Dashboard, with its preset for desktops: medians of five runs. */
export async function measureLighthouse({ aicp, chromium }: MeasureParts): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), 'aicp-lighthouse-'));
  const port = await freePort();
  const context = await playwright.launchPersistentContext(join(home, 'profile'), {
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
    env: { ...process.env, HOME: home },
  });
  try {
    const signIn = await scoresOf({ url: `${aicp.adminUrl}/login`, port, home });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(aicp.adminUrl);
    await page.getByLabel('API key').fill(aicp.key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Sections' }).waitFor();
    await page.goto('about:blank');
    const dashboard = await scoresOf({ url: aicp.adminUrl, port, home });
    const figures = { signIn, dashboard };
    return { figures, missed: Object.entries(figures).flatMap(missedOf) };
  } finally {
    await context.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const missedOf = ([page, scores]: [string, Scores]): string[] =>
  (Object.keys(LEAST) as Category[])
    .filter((category) => scores[category] < LEAST[category])
    .map((category) => `${page}: ${category} ${scores[category]}`);

interface Asked {
  readonly url: string;
  readonly port: number;
  readonly home: string;
}

async function scoresOf(asked: Asked): Promise<Scores> {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(asked));
  return {
    performance: median(runs.map(({ performance }) => performance)) ?? 0,
    accessibility: median(runs.map(({ accessibility }) => accessibility)) ?? 0,
  };
}

async function runOnce({ url, port, home }: Asked): Promise<Scores> {
  const report = join(home, 'report.json');
  const args = [
    ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url],
    ...[`--port=${port}`, '--preset=desktop', '--disable-storage-reset', '--quiet'],
    ...['--only-categories=performance,accessibility', '--output=json', `--output-path=${report}`],
  ];
  // Elsewhere than in the project, so that nothing of it is taken for what is to be run.
  const child = spawn('npm', args, { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${LIGHTHOUSE} ended with ${code} for ${url}`);
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<Category, { score: number }>;
    audits: Record<string, { displayValue?: string }>;
    finalDisplayedUrl: string;
  };
  const scores = {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
  };
  const why = REASONS.map((audit) => `${audit} ${audits[audit]?.displayValue ?? 'unknown'}`);
  process.stderr.write(`  ${finalDisplayedUrl}: ${JSON.stringify(scores)}, ${why.join(', ')}\n`);
  return scores;
}
