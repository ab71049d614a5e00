/** A notification as the server sends it. */
export type PushMessage = {
  title: string
  body: string
  /** A later notification with the same tag replaces it. */
  tag: string
  /** A path of this site. */
  path: string
  lang: string
  dir: 'ltr' | 'rtl'
}

/** Reads a push message; null when it is invalid, such as one of a newer server. */
export function readPushMessage(data: unknown): PushMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { title, body, tag, path, lang, dir } = data as Record<string, unknown>
  if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return null
  return {
    title,
    body,
    tag,
    // Nothing but a path of this site can be opened.
    path: typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/chat',
    lang: typeof lang === 'string' ? lang : '',
    dir: dir === 'rtl' ? 'rtl' : 'ltr',
  }
}
