import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start, temporaryFolder } from './processes.ts'

const START_LIMIT_MS = 10_000

export interface Nginx {
  /** The file with a line for each read of a feed, in the form that reach.awk reads. */
  log: string
  /** The statuses of these reads, by path. */
  statuses(): Map<string, string[]>
  stop(): Promise<void>
}

/** Puts nginx in front of the service at `target`, as docs/configuration.md tells, with a log of the feeds. */
export async function startNginx(port: number, target: string): Promise<Nginx> {
  const folder = temporaryFolder()
  const [file, log, errors] = ['nginx.conf', 'feeds.log', 'errors.log'].map((name) => join(folder, name))
  writeFileSync(file!, configOf(folder, port, target, log!))
  const child = start('nginx', ['-c', file!, '-e', errors!], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  for (const deadline = Date.now() + START_LIMIT_MS; ; await sleep(20)) {
    if (await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined)) break
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`nginx does not start: ${readFileSync(errors!, 'utf8')}`)
  }
  return {
    log: log!,
    statuses() {
      const lines = readFileSync(log!, 'utf8').split('\n').filter(Boolean)
      const statuses = new Map<string, string[]>()
      for (const [, , status, path] of lines.map((text) => text.split('\t')))
        statuses.set(path!, [...(statuses.get(path!) ?? []), status!])
      return statuses
    },
    async stop() {
      child.kill('SIGQUIT')
      await exited
    },
  }
}

function configOf(folder: string, port: number, target: string, log: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
  mkdirSync(join(folder, 'proxy'))
  return `
    daemon off;
    master_process off;
    pid ${join(folder, 'nginx.pid')};
    events {}
    http {
      ${paths.join(' ')}
      log_format reads '$msec\\t$request_time\\t$status\\t$request_uri\\t$http_user_agent';
      access_log off;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${target};
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
        location /feed/ {
          proxy_pass ${target};
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          access_log ${log} reads;
        }
      }
    }`
}
