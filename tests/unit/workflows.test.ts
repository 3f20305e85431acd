import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import browserTests from '../../playwright.config.ts';

/** The files that GitHub and Docker read, as a parser reads them. What they do there is played by nobody here. */

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        needs?: string;
        container?: { image: string };
        permissions?: Record<string, string>;
        strategy?: { matrix: { layers: string[] } };
        steps: Step[];
      }
    >
  >;
}

const folder = '.github/workflows';
/** An image that cannot become another one. */
const byContent = /@sha256:[0-9a-f]{64}$/;
const workflow = (name: string): Workflow => parse(readFileSync(`${folder}/${name}`, 'utf8'));
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const settings = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
  (it) => it[1],
);

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const steps = stepsOf(workflow(name));

  it('runs only what there is', () => {
    const lines = steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [, script] = /^npm run (\S+)/.exec(line) ?? [];
      if (script !== undefined) expect(scripts).toHaveProperty([script]);
      else if (line !== 'npm ci')
        expect(() => accessSync(line.split(' ')[0] ?? '', constants.X_OK)).not.toThrow();
    }
  });

  it('uses GitHub’s own actions and an image, each named by what it contains', () => {
    for (const { uses } of steps)
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    for (const { container } of Object.values(workflow(name).jobs))
      if (container !== undefined) expect(container.image).toMatch(byContent);
  });

  it('sets only variables that .env.example explains', () => {
    const named = steps.flatMap(({ env }) => Object.keys(env ?? {}));
    expect(named.filter((it) => !settings.includes(it))).toEqual([]);
  });

  it('may do no more by default than read the repository', () => {
    expect(workflow(name).permissions).toEqual({ contents: 'read' });
  });
});

it('one workflow runs what CI runs, for every push and pull request, on four machines', () => {
  const check = workflow('check.yml');
  expect(Object.keys(check.on)).toEqual(['push', 'pull_request']);
  expect(stepsOf(check).map(({ run }) => run)).toContain(`.ci/run $\{{ matrix.layers }}`);
  const layers = check.jobs.check?.strategy?.matrix.layers.join(' ').split(' ') ?? [];
  expect(scripts['test:all']).toBe('npm test -- checks vitest browser hosted');
  // The browser's layer is cut into three, which together have all of its projects.
  const parts = ['site', 'places', 'engines'];
  expect(layers).toEqual(['checks', 'vitest', 'hosted', ...parts]);
  const plan = readFileSync('tests/support/run-all.ts', 'utf8');
  const shared = plan.slice(plan.indexOf('  site:'), plan.indexOf('  hosted:'));
  const named = [...shared.matchAll(/--project=(\w+)/g)].map(([, name]) => name);
  const projects = browserTests.projects?.map(({ name }) => name) ?? [];
  expect(named.toSorted()).toEqual(projects.toSorted());
});

it('HOST-3: one builds for the folder of GitHub Pages and deploys: on a push, daily, by hand, and when the content changes', () => {
  const pages = workflow('pages.yml');
  expect(pages.on).toMatchObject({
    push: { branches: ['main'] },
    schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }],
    workflow_dispatch: null,
    repository_dispatch: { types: ['content-changed'] },
  });
  const { build, deploy } = pages.jobs;
  const building = build?.steps.find(({ run }) => run === 'npm run build');
  const ids = build?.steps.map(({ id }) => id);
  expect(building?.env).toMatchObject({ SITE_BASE: `$\{{ steps.pages.outputs.base_path }}` });
  expect(ids).toContain('pages');
  const kept = build?.steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact'));
  expect(kept?.with).toEqual({ path: 'dist' });
  expect(deploy).toMatchObject({
    needs: 'build',
    permissions: { pages: 'write', 'id-token': 'write' },
  });
});

it('HOST-2: the image is made of images that cannot change, and of no file with settings or data', () => {
  const images = readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm);
  for (const [, image] of images) expect(image).toMatch(byContent);
  const left = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(left).toEqual(expect.arrayContaining(['.env*', '.data', '.git', 'dist']));
  expect(left.filter((line) => line.startsWith('!'))).toEqual([]);
});

it('HOST-2: compose.yaml builds the image with the settings of .env', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'));
  const { args } = services.site.build;
  expect(Object.keys(args)).toEqual(settings.filter((it) => /^(VITE_|SITE_URL)/.test(it ?? '')));
  for (const [name, value] of Object.entries(args)) expect(value).toContain(`$\{${name}:`);
});
