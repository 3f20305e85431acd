import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { modelFingerprint } from './tools/build/plugins/model-fingerprint.ts';

/** What takes longest begins first: begun last, it would leave the other worker with nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/tests/lab/', '/tests/integration/', ''].findIndex((folder) => moduleId.includes(folder));
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  define: modelFingerprint(),
  plugins: [react()],
  test: {
    include: [
      'tests/{unit,sync,integration,owner,lab}/**/*.test.{ts,tsx}',
      'src/**/*.test.{ts,tsx}',
    ],
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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
