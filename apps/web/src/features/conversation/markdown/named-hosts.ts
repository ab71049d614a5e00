/** Text that looks like an address: with a scheme, or a host name alone. */
const address =
  /(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@:<>()"']+@)?((?:[\p{L}\p{N}\p{M}_-]+[.。．｡])+\p{L}[\p{L}\p{N}-]+)/giu
/** Names of files and software that resemble hosts. */
const fileName =
  /\.(?:js|mjs|cjs|ts|tsx|jsx|md|mdx|py|rb|go|rs|java|kt|cs|cpp|cc|hh|php|html?|css|json|ya?ml|toml|xml|txt|csv|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|gif|sh|sql|ini|lock|log)$/iu

/**
 * Returns the target's host if a link's text names another one: text `bank.example`, target `other.example`. Undefined if the text names
 * none, or the same.
 */
export function misleadingHost(text: string, href: string): string | undefined {
  const target = hostOf(href)
  if (target === undefined || isItself(text.trim(), href)) return undefined
  // Invisible characters would hide a name from us but not from the reader.
  const visible = text.replaceAll(/\p{Cf}/gu, '').slice(0, 2000)
  for (const [written, name = ''] of visible.matchAll(address)) {
    if (!written.includes('://') && fileName.test(name)) continue
    const named = hostOf(`https://${name}`)
    if (named !== undefined && bare(named) !== bare(target)) return target
  }
  return undefined
}

/** Whether a text is the visible address itself, which can't mislead, whatever its path looks like. */
function isItself(text: string, href: string): boolean {
  if (/\p{Cf}/u.test(text) || !URL.canParse(href)) return false
  const target = new URL(href)
  // What precedes an `@` can look like the host.
  if (target.username !== '' || target.password !== '') return false
  return [text, `http://${text}`, `mailto:${text}`].some(
    (written) => URL.canParse(written) && new URL(written).href === target.href,
  )
}

/** The host of an address as the browser will request it; of a mail address what follows the `@`. */
function hostOf(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const { protocol, hostname, pathname } = new URL(href)
  if (protocol === 'mailto:') return /@([^@?,]+)$/u.exec(decodeSafely(pathname))?.[1]?.toLowerCase()
  return hostname === '' ? undefined : hostname
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const bare = (host: string): string => host.replace(/^www\./u, '').replace(/\.$/u, '')
