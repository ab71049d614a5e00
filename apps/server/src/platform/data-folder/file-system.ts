import { readFileSync, realpathSync } from 'node:fs'

/** A mounted file system: one line of `/proc/self/mountinfo`. */
interface Mount {
  mountPoint: string
  type: string
  options: string[]
}

/** Network file systems with machine-local locks, or none, unless an option says otherwise. */
const withoutSharedLocks =
  /^(?:fuse\.(?:sshfs|s3fs|s3backer|rclone|gcsfuse|goofys|mountpoint-s3|blobfuse2?|curlftpfs|davfs2?|ossfs|cosfs)|davfs|afs|ncpfs)$/

/**
 * Explains why two machines can't see each other's locks in this folder; undefined when they can, or on a local disk. Only Linux
 * shows mounts.
 */
export function missingLocks(folder: string): string | undefined {
  const mounts = readMounts()
  return mounts === undefined ? undefined : missingLocksIn(mounts, realpathSync(folder))
}

/** The same for the text of a `mountinfo` file. */
export function missingLocksIn(mountInfo: string, folder: string): string | undefined {
  const mount = mountOf(parseMounts(mountInfo), folder)
  if (mount === undefined) return undefined
  const { type, options } = mount
  if (withoutSharedLocks.test(type)) return `${type} has no file locks that other machines see`
  const option = unsafeOption(type, options)
  return option && `${type} is mounted with ${option}, so other machines do not see its file locks`
}

/** The mount option that makes locks machine-local. */
function unsafeOption(type: string, options: string[]): string | undefined {
  if (/^nfs4?$/.test(type))
    return options.find((option) => /^(?:nolock|local_lock=(?:all|posix|flock))$/.test(option))
  if (/^(?:cifs|smb3?|smbfs)$/.test(type)) return options.find((option) => option === 'nobrl')
  if (type === 'lustre') return options.find((option) => /^(?:localflock|noflock)$/.test(option))
  if (type === 'ocfs2' || type === 'gfs2') return options.find((option) => /^localflocks$/.test(option))
  return undefined
}

/** The mount with the longest path above the folder; of two on the same path, the later one hides the earlier. */
function mountOf(mounts: Mount[], folder: string): Mount | undefined {
  const isAbove = ({ mountPoint }: Mount) =>
    mountPoint === '/' || folder === mountPoint || folder.startsWith(`${mountPoint}/`)
  return mounts
    .filter(isAbove)
    .reduce<Mount | undefined>(
      (best, mount) =>
        best === undefined || mount.mountPoint.length >= best.mountPoint.length ? mount : best,
      undefined,
    )
}

/** https://www.kernel.org/doc/html/latest/filesystems/proc.html, 3.5: fields before and after a lone hyphen. */
function parseMounts(mountInfo: string): Mount[] {
  return mountInfo.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ')
    const mountPoint = before?.split(' ')[4]
    const [type, , superOptions] = after?.split(' ') ?? []
    if (mountPoint === undefined || type === undefined) return []
    const options = [before?.split(' ')[5], superOptions].flatMap((list) => list?.split(',') ?? [])
    return [{ mountPoint: unescape(mountPoint), type, options }]
  })
}

/** Blanks and backslashes in paths are written as three octal digits. */
const unescape = (text: string) =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

function readMounts(): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    // A sandbox without /proc: the lock itself still has to succeed.
    return undefined
  }
}
