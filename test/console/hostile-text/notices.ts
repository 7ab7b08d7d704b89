import { expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { LONG_WORD } from './kit/texts.ts';
import { Watch } from './kit/watch.ts';

const FAULTS = [
  '<img data-hostile src=x onerror=hostile=9>',
  '<a href="javascript:hostile=9">there</a>',
  '<a href="data:text/html,hostile">there</a>',
  '<p>\u202Ehidden</p>',
  `<pre>${LONG_WORD}</pre>`,
].join('');

/** That the other tests here can fail. */
export function notices(stage: Stage): void {
  sideJourney(stage, 'would notice what is taken for more than text', async (scene) => {
    const watch = await Watch.over(await scene.page('/teams'));
    scene.allow(/status of 404|Content Security Policy/);
    const forbidden = watch.page.waitForEvent('console', (entry) =>
      entry.text().includes('Content Security Policy'),
    );
    await watch.page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      FAULTS,
    );
    await forbidden;
    const faults = (await watch.faults('there')).join('\n');
    for (const said of [
      'it was asked for http',
      'forbade inline',
      'markup was taken for such',
      'a link leads to javascript:',
      'a link leads to data:',
      'something is not seen in',
      'pixels wide on a screen of 390',
    ]) {
      expect(faults).toContain(said);
    }
  });
}
