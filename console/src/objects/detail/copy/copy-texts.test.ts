// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { asCurl, asKubectl } from './copy-texts.ts';

test('gives kubectl the object word by word', () => {
  expect(asKubectl({ yaml: 'kind: Team\n' })).toBe("kubectl apply -f - <<'EOF'\nkind: Team\nEOF\n");
});

test('ends the text by a mark that does not stand in it', () => {
  expect(asKubectl({ yaml: 'a: |\nEOF\n' })).toBe("kubectl apply -f - <<'EOF_'\na: |\nEOF\nEOF_\n");
});

test('quotes an address that holds what shells read otherwise', () => {
  const curl = asCurl({ url: "https://a.example/x/it's", yaml: 'kind: Team\n' });
  expect(curl).toContain(`curl -X PUT 'https://a.example/x/it'\\''s' \\\n`);
  expect(curl).toContain('Bearer $ACCESS_TOKEN');
  expect(curl).toMatch(/^# ACCESS_TOKEN: .*auth\/login/);
});
