const cookieName = 'atrium_announcement'
const daySeconds = 24 * 3600

/** Identifies an announcement: the end of its picture's address is the hash of its bytes. */
const idOf = (pictureUrl: string): string =>
  encodeURIComponent(pictureUrl.slice(pictureUrl.lastIndexOf('/') + 1))

/** Whether the announcement with this picture was dismissed in this browser. */
export const isDismissed = ({ cookie }: { cookie: string }, pictureUrl: string): boolean =>
  cookie.split('; ').includes(`${cookieName}=${idOf(pictureUrl)}`)

/** Dismisses it until the announcement ends, or for a day when it has no end (LIFE-04). */
export function dismiss(
  document: { cookie: string },
  pictureUrl: string,
  activeTill: string | null,
  nowMs: number,
): void {
  const seconds = activeTill === null ? daySeconds : Math.ceil((Date.parse(activeTill) - nowMs) / 1000)
  document.cookie = `${cookieName}=${idOf(pictureUrl)}; path=/; max-age=${Math.max(0, seconds)}; samesite=strict`
}
