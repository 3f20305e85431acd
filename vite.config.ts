import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { backendOf } from './src/lib/backend-of-build.ts';
import { site } from './src/site.config.ts';
import { realPages } from './tools/build/pages/real-pages.ts';
import { basePath, problemOf, problemOfFiles } from './tools/build/plugins/build-settings.ts';
import { compressFiles } from './tools/build/plugins/compress-files.ts';
import { contactSetting, hasInbox } from './tools/build/plugins/contact-setting.ts';
import { contentPolicy } from './tools/build/plugins/content-policy.ts';
import { hostFiles } from './tools/build/plugins/host-files.ts';
import { keptFiles } from './tools/build/plugins/kept-files.ts';
import { LICENSES, licensesOfTheRest } from './tools/build/plugins/licenses.ts';
import { modelFingerprint } from './tools/build/plugins/model-fingerprint.ts';
import { modernDexie } from './tools/build/plugins/modern-dexie.ts';
import { plainAddresses } from './tools/build/plugins/plain-addresses.ts';
import { withoutSamplePictures } from './tools/build/plugins/sample-pictures.ts';
import { samplesLeft } from './tools/build/plugins/samples-left.ts';
import { scriptFiles } from './tools/build/plugins/script-files.ts';
import { shell } from './tools/build/plugins/shell-page.ts';
import { siteWords } from './tools/build/plugins/site-words.ts';
import { startInTasks } from './tools/build/plugins/start-in-tasks.ts';
import { withoutHtmlSyntax } from './tools/build/plugins/without-html-syntax.ts';
import { withoutUnusedMethods } from './tools/build/plugins/without-unused-methods.ts';
import { problemOfProject } from './tools/owner/advice.ts';

const { name, version } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));

const client = `${name}/${version}`;
const kept = keptFiles();

export default defineConfig({
  // GitHub Pages has a folder for each repository.
  base: basePath(loadEnv('production', import.meta.dirname, 'SITE_').SITE_BASE),
  define: { ...modelFingerprint(), ...contactSetting(), __CLIENT__: JSON.stringify(client) },
  server: {
    // Only what belongs to the site: beside it lie an owner's data, secrets and settings.
    fs: {
      allow: ['index.html', 'src', 'public', 'node_modules'].map(
        (path) => `${import.meta.dirname}/${path}`,
      ),
    },
    // By default any page of another port of this machine may read it.
    cors: false,
  },
  plugins: [
    plainAddresses(),
    react(),
    tailwindcss(),
    {
      name: 'backend-settings',
      config(_, { mode }) {
        const env = loadEnv(mode, import.meta.dirname, 'VITE_');
        const files = ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`];
        const problem = problemOfFiles(import.meta.dirname, files) ?? problemOf(env);
        if (problem !== null) throw new Error(problem);
        // The sample itself may look like the sample.
        const left = env.VITE_SUPABASE_URL ? samplesLeft(site) : [];
        return { define: { __SAMPLES_LEFT__: JSON.stringify(left) } };
      },
      // A build needs no network, so what the project answers does not stop it. A development server waits for no answer.
      async configResolved({ command, env, logger }) {
        if (!env.VITE_SUPABASE_URL) return;
        const told = problemOfProject(backendOf('', env), hasInbox).then((problem) => {
          if (problem !== null) logger.warn(problem);
        });
        if (command === 'build') await told;
        else told.catch((error: unknown) => logger.warn(String(error)));
      },
    },
    modernDexie(),
    siteWords(),
    startInTasks(),
    kept.plugin,
    withoutSamplePictures(),
    withoutHtmlSyntax(),
    withoutUnusedMethods(),
    contentPolicy(),
    shell(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      // src/app/new-version.ts registers it: we decide what to tell the visitor.
      injectRegister: false,
      injectManifest: {
        // The shell. Pictures of the content are kept after a sync, by what the content needs.
        globPatterns: ['shell.html', 'assets/*.{js,css,woff2}', 'favicon.*'],
        // Visitors download nothing that only admins use; it is kept when an admin loads it (sw/keep-admin-parts.ts).
        manifestTransforms: [async (files) => ({ manifest: kept.complete(files) })],
      },
      // The browser asks for manifest and icons when someone installs the site, and keeps them itself.
      includeManifestIcons: false,
      // Its addresses are relative to itself: the site may be in a folder of its host.
      manifest: {
        name: site.brand,
        short_name: site.brand,
        description: site.description,
        lang: 'en',
        dir: 'ltr',
        start_url: './',
        scope: './',
        display: 'standalone',
        display_override: ['standalone', 'minimal-ui'],
        // What is half typed in the open window is a draft, and is there again.
        launch_handler: { client_mode: ['navigate-existing', 'auto'] },
        background_color: '#FBFAF7',
        theme_color: '#FBFAF7',
        categories: ['education', 'productivity'],
        icons: [
          { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          {
            src: 'icons/maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
          { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          {
            src: 'install/monochrome.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'monochrome',
          },
        ],
        // Made by `npm run shots`.
        screenshots: [
          {
            src: 'install/narrow.jpg',
            sizes: '390x844',
            type: 'image/jpeg',
            form_factor: 'narrow',
            label: 'Learnings on a phone',
          },
          {
            src: 'install/wide.jpg',
            sizes: '1280x800',
            type: 'image/jpeg',
            form_factor: 'wide',
            label: 'Home on a wide screen',
          },
        ],
        // The service worker takes it, with or without a network (sw/share-target.ts).
        share_target: {
          action: 'capture',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'pictures', accept: ['image/*'] }],
          },
        },
        shortcuts: ['Learnings', 'Projects', 'Resources'].map((title) => ({
          name: title,
          url: title.toLowerCase(),
          icons: [{ src: `install/${title.toLowerCase()}.png`, sizes: '96x96', type: 'image/png' }],
        })),
      },
    }),
    realPages(),
    hostFiles(),
    licensesOfTheRest(),
    compressFiles(),
  ],
  build: {
    // The browsers that README.md names and index.html asks for.
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    sourcemap: true,
    modulePreload: {
      // What the highlighter stands on is there when it is asked for. To name it would cost a learning's page 150 bytes.
      resolveDependencies: (file, deps) => (file.includes('highlight-') ? [] : deps),
    },
    // What the packages in the scripts ask for: that their licences come along.
    license: { fileName: LICENSES },
    rolldownOptions: {
      // What makes the pages and compresses the files takes its time, and is no mistake.
      checks: { bundlerTimings: false },
      // A limit stands where it is used, and not in the first scripts of every page, where all of limits.ts would come to lie.
      optimization: { inlineConst: true },
      input: { index: 'index.html', 'outbox-worker': 'src/sw/outbox-worker.ts' },
      output: {
        // A service worker's address is what the browser knows it by: it never changes.
        entryFileNames: ({ name }) =>
          name === 'outbox-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        // Each page is a part of its own (src/app/pages.tsx).
        codeSplitting: {
          groups: [
            { name: scriptFiles(import.meta.dirname), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
