import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of /proc a second: the same on every Linux that Node runs on. */
const ticksPerSecond = 100

/** The processes of one server: one that is given, and for a database every child of its first process. */
export type ServerProcesses = { main: number; postmaster: number | null }

/** Processor time so far of a server with its database, in seconds, those that have ended included. */
export const cpuSeconds = (server: ServerProcesses): number =>
  webProcessesOf(server).reduce((sum, pid) => sum + readStat(pid).ownTicks, 0) / ticksPerSecond +
  databaseCpuSeconds(server)

/** The database's share of it. */
export function databaseCpuSeconds({ postmaster }: ServerProcesses): number {
  if (postmaster === null) return 0
  const database = readStat(postmaster)
  const backends = childrenOf(postmaster).map((pid) => readStat(pid).ownTicks)
  const ticks = database.ownTicks + database.endedChildrenTicks
  return backends.reduce((sum, backend) => sum + backend, ticks) / ticksPerSecond
}

/** Memory of a server with its database, in megabytes; what its processes share counts once (PSS). */
export function memoryMegabytes(server: ServerProcesses): number {
  return processesOf(server).reduce((sum, pid) => sum + proportionalKilobytes(pid), 0) / 1024
}

/** How often the threads of a server with its database were scheduled so far. */
export function wakeUps(server: ServerProcesses): number {
  return processesOf(server)
    .flatMap(threadsOf)
    .reduce((sum, thread) => sum + switchesOf(thread), 0)
}

const processesOf = (server: ServerProcesses): number[] => [
  ...webProcessesOf(server),
  ...(server.postmaster === null ? [] : [server.postmaster, ...childrenOf(server.postmaster)]),
]

/** The first process of a server, and those of `ATRIUM_PROCESSES` that it started. */
const webProcessesOf = ({ main, postmaster }: ServerProcesses): number[] => [
  main,
  ...childrenOf(main).filter((pid) => pid !== postmaster),
]

type Stat = { parent: number; ownTicks: number; endedChildrenTicks: number }

/** Reads a line of /proc/PID/stat (proc_pid_stat(5)); the name in brackets may hold anything. */
export function parseStat(line: string): Stat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return {
    parent: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
  }
}

const none: Stat = { parent: 0, ownTicks: 0, endedChildrenTicks: 0 }

/** An ended process counts nothing here: its parent has its time. */
function readStat(pid: number): Stat {
  const line = read(`/proc/${pid}/stat`)
  return line === null ? none : parseStat(line)
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readStat(pid).parent === parent)

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  } catch {
    return []
  }
}

/** Each wait for something, such as a timer or a reply, is a voluntary switch. */
const switchesOf = (thread: string): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(read(`${thread}/status`) ?? '')?.[1] ?? 0)

const proportionalKilobytes = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0)

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
