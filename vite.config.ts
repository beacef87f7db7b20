import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** The pages, by the name `sendPage` knows them by. */
const PAGES = {
  subscribe: 'web/widget/subscribe.tsx',
  plain: 'web/widget/plain.ts',
  portal: 'web/portal/portal.tsx',
  confirm: 'web/confirm/confirm.tsx',
  email: 'web/confirm/email.tsx',
  calendar: 'web/calendar/calendar.tsx',
  event: 'web/event/event.tsx',
  gone: 'web/links/gone.tsx',
  message: 'web/shared/message.ts',
  status: 'web/widget/status.ts',
  preview: 'web/widget/preview.tsx',
  docs: 'web/docs/docs.tsx',
  guide: 'web/docs/guide.tsx',
}

/** Pages in frames of other sites, which share nothing with others: fewer and larger files are compressed better. */
const LISTS = { events: 'web/widget/events.tsx', month: 'web/widget/month.tsx' }

/** The texts of the admin portal, a script for each language. `sendPage` picks one. */
const ADMIN_WORDS = Object.fromEntries(
  ['en', 'de', 'fr', 'es', 'ja', 'ar'].map((language) => [
    `admin-${language}`,
    `web/admin/words/${language}.ts`,
  ]),
)

/** The pages that each build makes, with the name of its manifest. */
const BUILDS = {
  production: { input: PAGES, manifest: 'manifest' },
  lists: { input: LISTS, manifest: 'lists' },
  admin: { input: { admin: 'web/admin/main.tsx', ...ADMIN_WORDS }, manifest: 'admin' },
}

/** Scripts that are one file at an address of their own, by the mode that builds them. */
const SINGLE = {
  embed: { entry: 'web/embed/widget.ts', name: 'FastiEmbed', file: 'widget.js', target: 'es2020' },
  worker: { entry: 'web/portal/worker.ts', name: 'FastiWorker', file: 'worker.js', target: 'es2022' },
}

/** Takes the place of fflate in the pages: it makes workers of texts, which their content security policy refuses. */
const ZIP_AT_ONCE = new URL('web/admin/kit/zip-at-once.ts', import.meta.url)

/** Components of the admin portal say "use client" to frameworks that also render it on servers. */
const SERVER_HINT = 'MODULE_LEVEL_DIRECTIVE'

/**
 * The builds of scripts/build-web.mjs: the pages with their chunks, by `--mode lists` those with a widget's
 * events, by `--mode admin` the admin portal, which is written with React, by `--mode embed` the embed script, by `--mode worker` the service worker, and by `--mode
 * render` the module with which the service renders public pages.
 */
export default defineConfig(({ mode }) => {
  const shared = {
    root: import.meta.dirname,
    publicDir: false as const,
    logLevel: 'warn' as const,
    oxc: {
      jsx: { runtime: 'automatic' as const, importSource: mode === 'admin' ? 'react' : 'preact' },
    },
    plugins: [compressed()],
  }
  if (mode === 'embed' || mode === 'worker') {
    const { entry, name, file, target } = SINGLE[mode]
    return {
      ...shared,
      build: {
        emptyOutDir: false,
        target,
        // Browsers that have the dialog element also have these styles.
        cssTarget: 'safari16.4',
        // One classic script: any page can load it from anywhere.
        lib: { entry, formats: ['iife'], name, fileName: () => file },
      },
    }
  }
  if (mode === 'render') {
    return {
      ...shared,
      // In one file, so that the service needs none of its packages.
      ssr: { noExternal: true as const },
      build: {
        ssr: 'web/render.tsx',
        emptyOutDir: false,
        target: 'node24',
        rolldownOptions: { output: { entryFileNames: 'render.js' } },
      },
    }
  }
  const { input, manifest } = BUILDS[mode as keyof typeof BUILDS]
  return {
    ...shared,
    resolve: { alias: [{ find: /^fflate$/, replacement: fileURLToPath(ZIP_AT_ONCE) }] },
    build: {
      manifest: `.vite/${manifest}.json`,
      emptyOutDir: mode === 'production',
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input,
        onLog: (level, log, tell) => log.code !== SERVER_HINT && tell(level, log),
      },
    },
  }
})

/** Writes a .gz and a .br beside every script and style, so that serving them costs nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      // After Vite's own: they still write into the scripts that import others when they are needed.
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(fileName)) continue
          const source = output.type === 'chunk' ? output.code : output.source
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(source, { params }),
          })
        }
      },
    },
  }
}
