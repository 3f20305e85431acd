import { expect, it } from 'vitest';
import { withSettings } from '../../tools/owner/env-lines.ts';

const settings = {
  VITE_SUPABASE_URL: 'https://x.supabase.co',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'k$&',
};

it.each([
  [
    'an empty file',
    '',
    'VITE_SUPABASE_URL=https://x.supabase.co\nVITE_SUPABASE_PUBLISHABLE_KEY=k$&\n',
  ],
  [
    'other lines, and a last one without an end',
    '# Mine\nPORT=5000\n#VITE_SUPABASE_URL=old',
    '# Mine\nPORT=5000\n#VITE_SUPABASE_URL=old\nVITE_SUPABASE_URL=https://x.supabase.co\nVITE_SUPABASE_PUBLISHABLE_KEY=k$&\n',
  ],
  [
    'both already, in the way of Windows, one of them twice',
    'export VITE_SUPABASE_PUBLISHABLE_KEY="old"\r\nVITE_SUPABASE_URL =\r\nMY_VITE_SUPABASE_URL=1\r\nVITE_SUPABASE_URL=old # why\r\nA=b\r\n',
    'VITE_SUPABASE_PUBLISHABLE_KEY=k$&\r\nVITE_SUPABASE_URL=https://x.supabase.co\r\nMY_VITE_SUPABASE_URL=1\r\nVITE_SUPABASE_URL=https://x.supabase.co\r\nA=b\r\n',
  ],
])('SETUP-2: the settings are put into %s, and nothing else changes', (_, before, after) => {
  expect(withSettings(before, settings)).toBe(after);
});
