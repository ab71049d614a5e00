import { spawn } from 'node:child_process'
import { root } from './paths.mjs'
import { nodeArguments, nodeSettings } from './server-process.mjs'

const checkIntervalMs = 200

/**
 * Runs the server in this terminal. Replaces this process by it where Node and the system can, so that nothing of this one stays in memory;
 * elsewhere waits until the server ends, and returns its exit code.
 * @param {string} node
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function runServer(node, program, args) {
  const command = [...nodeArguments, program, ...args]
  const env = { ...process.env, ...nodeSettings }
  if (process.execve === undefined || process.platform === 'win32') return waitForServer(node, command, env)
  process.chdir(root)
  return process.execve(node, [node, ...command], env)
}

/**
 * Forwards signals. If this process is killed, the server notices the broken channel and stops; if the npm above is killed, this process
 * notices and stops the server.
 * @param {string} node
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function waitForServer(node, command, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, command, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
    const watch = watchParent(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGKILL' ? 137 : 143))
    })
  })
}

/**
 * Only under npm, which waits for this process: started from a shell, it may outlive that shell.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, checkIntervalMs)
  return watch
}
