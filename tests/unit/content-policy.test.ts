import { createHash } from 'node:crypto';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';
import { fixedHeaders, headersFor, policyFor } from '../../tools/build/plugins/content-policy.ts';

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((it) => it.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

/** What Google's evaluator calls a fault, and not only a matter to think about. */
const findings = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.HIGH_MAYBE)
    .map(({ directive, description }) => `${directive}: ${description}`);

const pageWith = (policy: string) =>
  `<meta http-equiv="Content-Security-Policy" content="${policy}" /><p>x</p>`;

describe('HOST-1: the policy of a page', () => {
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('lets its own inline scripts run, by the hash of the text that the parser hands over', () => {
    const page = `<script>one()</script><script type="module" src="/a.js"></script>
      <script>\r\n two()\r\n</script>`;
    expect(directive(policyFor(page, {}), 'script-src')).toEqual([
      "'self'",
      sha('one()'),
      sha('\n two()\n'),
    ]);
  });

  it('lets it talk to its backend, by requests and live, and to the cache for reading', () => {
    const settings = {
      VITE_SUPABASE_URL: 'https://abc.supabase.co/',
      VITE_READ_URL: 'https://cache.example/api',
    };
    expect(directive(policyFor('', settings), 'connect-src')).toEqual([
      "'self'",
      'https://abc.supabase.co',
      'https://cache.example',
      'wss://abc.supabase.co',
      'https://open.spotify.com',
    ]);
  });

  it('is found safe by an evaluator, which finds what is not', () => {
    const policy = policyFor('<script>one()</script>', {
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
    });
    expect(findings(policy)).toEqual([]);
    expect(findings(policy.replace("script-src 'self'", 'script-src https:'))).toHaveLength(1);
    expect(findings(policy.replace('; object-src', ' object-src')).length).toBeGreaterThan(0);
  });

  it('names no other address if the site’s own origin is the backend', () => {
    const own = ["'self'", 'https://open.spotify.com'];
    expect(directive(policyFor('', {}), 'connect-src')).toEqual(own);
    expect(directive(policyFor('', { VITE_READ_URL: '/' }), 'connect-src')).toEqual(own);
  });
});

describe('HOST-1: the headers of a site', () => {
  it('hold the page’s policy, let the worker fetch pictures of any site, and forbid framing', () => {
    const policy = policyFor('<script>one()</script>', {
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
    });
    const sent = headersFor(pageWith(policy))['Content-Security-Policy'] ?? '';
    expect(directive(sent, 'script-src')).toEqual(directive(policy, 'script-src'));
    expect(directive(sent, 'connect-src')).toEqual(expect.arrayContaining(['https:', 'wss:']));
    expect(directive(sent, 'frame-ancestors')).toEqual(["'none'"]);
  });

  it('keep a page that another site has opened apart from that site', () => {
    expect(headersFor('<p>x</p>')).toMatchObject({ 'Cross-Origin-Opener-Policy': 'same-origin' });
  });

  it('are the fixed ones for a page without a policy', () => {
    expect(headersFor('<p>x</p>')).toEqual(fixedHeaders);
  });
});
