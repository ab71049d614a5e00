import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Returns the command that restores this data folder, with the newest backup in the checkout's backup folder, if any. */
export function restoreAdvice(dataDir: string, checkoutDir: string): string {
  return `move ${dataDir} away and restore a backup: npm run restore -- ${newestBackup(checkoutDir) ?? 'FILE'}`
}

function newestBackup(checkoutDir: string): string | undefined {
  try {
    // Their names are their times.
    const newest = readdirSync(path.join(checkoutDir, 'backups'))
      .filter((name) => /^atrium-.*\.tar\.gz/.test(name))
      .sort()
      .at(-1)
    return newest && path.join('backups', newest)
  } catch {
    return undefined
  }
}
