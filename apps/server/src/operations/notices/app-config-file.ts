import { readFile, stat } from 'node:fs/promises'
import { DowntimeSettings, ForceLogoutSettings } from '@atrium/contract'
import { z } from 'zod'
import type { Log } from '../../platform/log.ts'

/** The part of the app configuration that an operator may write to a file (LIFE-01). */
const AppConfigFile = z.strictObject({
  downtimeSettings: DowntimeSettings.nullable().default(null),
  forceLogoutCookieSettings: ForceLogoutSettings.nullable().default(null),
})
export type AppConfigFile = z.infer<typeof AppConfigFile>

type WatchedFile = {
  /** The last valid content; both parts null while there is no file. */
  content(): AppConfigFile
  /** Why the current content of the file is refused; null when it is in force. */
  problem(): string | null
  stop(): void
}

const nothing: AppConfigFile = { downtimeSettings: null, forceLogoutCookieSettings: null }
const maxBytes = 64 * 1024
const defaultIntervalMs = 5_000

/**
 * Reads the file now and after each change. An unreadable or invalid file leaves the last valid content in force (C13); deleting the file
 * ends its announcements.
 */
export async function watchAppConfigFile(options: {
  file: string
  /** Called with each valid content, the first one included. */
  onRead: (content: AppConfigFile) => void
  log: Log
  intervalMs?: number
}): Promise<WatchedFile> {
  const { file, log } = options
  let content = nothing
  let problem: string | null = null
  let lastState = 'missing'
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const state = await stateOf(file)
    if (state === lastState) return
    lastState = state
    try {
      content = state === 'missing' ? nothing : await readAppConfig(file)
      problem = null
      log.info({ event: 'app_config.file_read', file }, 'Read the app configuration file')
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      log.error({ event: 'app_config.file_invalid', file, problem }, 'The app configuration file is invalid')
      return
    }
    options.onRead(content)
  }
  const lookLater = () => {
    if (isStopped) return
    timer = setTimeout(() => void look().finally(lookLater), options.intervalMs ?? defaultIntervalMs).unref()
  }
  await look()
  lookLater()
  return {
    content: () => content,
    problem: () => problem,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Changes when the file does. */
async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${ino} ${mtimeMs} ${size}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : String(error)
  }
}

/** Throws with a sentence when the file cannot be read or is invalid. */
async function readAppConfig(file: string): Promise<AppConfigFile> {
  const text = await readFile(file, 'utf8')
  if (text.length > maxBytes) throw new Error('The file is larger than 64 KB.')
  const parsed = AppConfigFile.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`).join(' '),
  )
}
