import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import type { Unmeasured } from './figure.ts'
import { getRequest } from './load.ts'
import { type Child, isInstalled, repositoryPath, startProgram } from './processes.ts'

/** Serves files of one folder, in one process. */
export interface Nginx extends Child {
  port: number
  /** Serves the body of an answer from a file, and returns the request that gets it. */
  serve(body: Buffer, headers: Record<string, string>): Buffer
  /** The same for a request that nginx answers with 304. */
  serveUnchanged(body: Buffer): Promise<Buffer>
}

/** The line of a table that stands in for nginx on a machine without it. */
export function withoutNginx(name: string): Unmeasured {
  const skipped = 'it is not installed: apt-get install --no-install-recommends nginx-light'
  return { name: `${name}, against nginx`, why: { skipped } }
}

/** Undefined if the machine has no nginx. */
export async function startNginx(folder: string): Promise<Nginx | undefined> {
  if (!isInstalled('nginx')) return undefined
  const port = await freePort()
  const child = await start(folder, port, fileServer(folder, port))
  const url = `http://127.0.0.1:${port}`
  let files = 0
  function write(body: Buffer, gzip = false): string {
    const path = `/${++files}.ics`
    writeFileSync(join(folder, gzip ? `${path}.gz` : path), body)
    return path
  }
  return {
    ...child,
    port,
    serve(body, headers) {
      return getRequest(write(body, headers['accept-encoding'] === 'gzip'), headers)
    },
    async serveUnchanged(body) {
      const path = write(body)
      const { headers } = await fetch(url + path, { method: 'HEAD' })
      return getRequest(path, { 'if-none-match': headers.get('etag')! })
    },
  }
}

/** Runs deploy/nginx/fasti.conf in front of a service, without TLS. Undefined if the machine has no nginx. */
export async function startDeployed(
  folder: string,
  servicePort: number,
): Promise<(Child & { port: number }) | undefined> {
  if (!isInstalled('nginx')) return undefined
  const port = await freePort()
  const config = readFileSync(repositoryPath('deploy/nginx/fasti.conf'), 'utf8')
    .replace(/^ *ssl_.*$/gm, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace('server 127.0.0.1:8080', `server 127.0.0.1:${servicePort}`)
    .replace('/var/cache/nginx/fasti', join(folder, 'cache'))
  return { ...(await start(folder, port, `keepalive_requests 1000000000; ${config}`)), port }
}

/** Starts nginx in one process, with these directives of `http`. */
async function start(folder: string, port: number, directives: string): Promise<Child> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configOf(folder, directives))
  const child = startProgram('nginx', ['-c', file, '-e', join(folder, 'nginx.log')])
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; !(await fetch(url).catch(() => undefined)); attempt++) {
    if (attempt > 200) throw new Error('nginx does not start')
    await sleep(20)
  }
  return child
}

function configOf(folder: string, directives: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  return `
    daemon off;
    master_process off;
    pid ${join(folder, 'nginx.pid')};
    events {}
    http {
      ${paths.join(' ')}
      ${directives}
    }`
}

function fileServer(folder: string, port: number): string {
  return `
      access_log off;
      sendfile on;
      tcp_nopush on;
      gzip_static on;
      gzip_vary on;
      open_file_cache max=100;
      keepalive_requests 1000000000;
      default_type 'text/calendar; charset=utf-8';
      server { listen 127.0.0.1:${port}; root ${folder}; }`
}
