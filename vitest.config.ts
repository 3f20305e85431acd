import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { contactSetting } from './tools/build/plugins/contact-setting.ts';
import { modelFingerprint } from './tools/build/plugins/model-fingerprint.ts';

/** Screens in happy-dom, which few tests need and which costs a file half a second. */
const screens = ['tests/unit/ui/**/*.test.{ts,tsx}'];

/** Start commands again and again, build, or play the server at length: `npm test` leaves them to `.ci/run`. */
const long = [
  'tests/{owner,built}/**/*.test.ts',
  'tests/lab/torture/torture.test.ts',
  'tests/integration/feed/{adoption,commit-order,drafts,history,plans,pull,updated-at}.test.ts',
  'tests/integration/push/malformed.test.ts',
  'tests/integration/{access-over-http,commands,engine-alone,killed}.test.ts',
  'tests/integration/{lasting-addresses,pgtap,pictures,server-limits}.test.ts',
];

/** Files that need modules in which no other file has left anything: these modules keep for good what they are given. */
const alone = [
  // Texts are read before and after tables and footnotes are known, and nothing makes a page forget them.
  'tests/unit/rare-syntax.test.ts',
];

/** It runs whole suites of its own: `npm run test:kind`. */
const addAKind = 'tests/integration/add-a-kind.test.ts';

/** Its copies of the model are compiled and played with a server: `npm run test:column`. */
const addAColumn = 'tests/integration/add-a-column.test.ts';

/** What takes longest begins first: begun last, it would leave the other worker with nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/tests/lab/', '/tests/owner/', '/tests/built/', '/tests/integration/', ''].findIndex(
        (folder) => moduleId.includes(folder),
      );
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  define: { ...modelFingerprint(), ...contactSetting(), __SAMPLES_LEFT__: '[]' },
  plugins: [react()],
  test: {
    environmentOptions: {
      happyDOM: {
        settings: {
          // Unlike a browser, happy-dom loads what stands in documents that DOMParser made. Nothing is to be loaded at
          // all; by default it complains, with a stack, of each file that it was told not to load.
          handleDisabledFileLoadingAsSuccess: true,
          enableIframePageLoading: true,
          navigation: { disableChildFrameNavigation: true },
        },
      },
    },
    setupFiles: ['tests/support/setup.ts'],
    // As many as a small machine has cores; the default leaves one of them idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // What hangs is to fail; how fast a busy machine is, is nothing to be tested.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Of code, names and documents as text: part of `npm run check`.
      { extends: true, test: { name: 'rules', include: ['tests/rules/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/{unit,sync}/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
          exclude: [...screens, ...alone],
          // Importing every module anew for each file took nearly half of the processor’s time.
          isolate: false,
          setupFiles: ['tests/support/left-behind.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['tests/{integration,lab}/**/*.test.ts'],
          exclude: [...long, addAKind, addAColumn],
        },
      },
      {
        extends: true,
        test: { name: 'screens', include: screens, environment: 'happy-dom' },
      },
      { extends: true, test: { name: 'long', include: long } },
      { extends: true, test: { name: 'kind', include: [addAKind] } },
      { extends: true, test: { name: 'column', include: [addAColumn] } },
    ],
  },
});
