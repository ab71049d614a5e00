import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@atrium/testkit/free-port.ts'

const program = '/usr/sbin/nginx'

/** Debian's nginx in front of a server, on a free loopback port, with keep-alive connections on both sides. Throws if it is missing. */
export async function startNginx({ target, requestBuffering }: { target: string; requestBuffering: string }) {
  if (!existsSync(program))
    throw new Error(`This test needs ${program}; on Debian: apt-get install nginx-light`)
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-nginx-'))
  const port = await findFreePort()
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, configuration({ folder, port, target: new URL(target).host, requestBuffering }))
  const running = spawn(program, ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')], {
    stdio: 'inherit',
  })
  await untilItListens(port)
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const gone = once(running, 'exit')
      running.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Settings = { folder: string; port: number; target: string; requestBuffering: string }

const configuration = ({ folder, port, target, requestBuffering }: Settings) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream atrium { server ${target}; keepalive 4; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 200m;
    location / {
      proxy_pass http://atrium;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_request_buffering ${requestBuffering};
    }
  }
}
`

async function untilItListens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isNotDeleted = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isNotDeleted) return
  }
}
