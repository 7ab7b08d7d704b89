import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

it.each([
  ['alone', <p key="a">{'ad\u200Bmin'}</p>, '<p>ad⟨U+200B⟩min</p>'],
  [
    'among other things',
    <p key="a">
      the team {'\u202Eten'}, <b>{'be\u0007ll'}</b>
    </p>,
    '<p>the team ⟨U+202E⟩ten, <b>be⟨U+0007⟩ll</b></p>',
  ],
  ['without a tag around it', <>{'\u202Eten'}</>, '⟨U+202E⟩ten'],
])('shows what one would not see of a text that stands %s', (_, element, html) => {
  expect(renderToStaticMarkup(element)).toBe(html);
});

it('leaves what a field holds and what is no text as they are', () => {
  const element = (
    <label>
      {3}
      {null}
      <input readOnly value={'ad\u200Bmin'} />
    </label>
  );
  expect(renderToStaticMarkup(element)).toBe(
    '<label>3<input readOnly="" value="ad\u200Bmin"/></label>',
  );
});
