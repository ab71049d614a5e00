/** A rule of one site for AtriumBot. `pattern` begins with a slash; `*` matches anything, a final `$` the end. */
export type RobotsRules = { allows: boolean; pattern: string }[]

const ownName = 'atriumbot'

/**
 * Returns a robots.txt's rules for AtriumBot: those of all groups that name it, else of the groups for everybody (RFC 9309, 2.2).
 * Ignores other lines.
 */
export function parseRobots(text: string): RobotsRules {
  const groups: { names: string[]; rules: RobotsRules }[] = []
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const said = /^\s*(user-agent|allow|disallow)\s*:\s*([^#]*)/i.exec(line)
    if (!said) continue
    const [key, value] = [(said[1] ?? '').toLowerCase(), (said[2] ?? '').trim()]
    if (key === 'user-agent') {
      if (!isNaming) groups.push({ names: [], rules: [] })
      groups.at(-1)?.names.push(nameIn(value))
    } else if (value !== '') {
      groups.at(-1)?.rules.push({ allows: key === 'allow', pattern: normalPath(value) })
    }
    isNaming = key === 'user-agent'
  }
  const isNamed = groups.some(({ names }) => names.includes(ownName))
  return groups.filter(({ names }) => names.includes(isNamed ? ownName : '*')).flatMap(({ rules }) => rules)
}

/** `AtriumBot/1.0` names AtriumBot. */
const nameIn = (value: string) => (/^(\*|[a-z_-]+)/i.exec(value)?.[1] ?? '').toLowerCase()

/** The longest matching rule decides; among equals, the one that allows. No match allows. */
export function allowsPath(rules: RobotsRules, path: string): boolean {
  const wanted = normalPath(path)
  const fitting = rules.filter(({ pattern }) => fits(pattern, wanted))
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length))
  return fitting.length === 0 || fitting.some(({ allows, pattern }) => allows && pattern.length === longest)
}

/** Decodes unreserved characters, and writes all others as percent and two uppercase digits, so that paths can be compared. */
const normalPath = (path: string): string =>
  encodeURI(
    path.replace(/%([0-9a-f]{2})/gi, (whole, digits: string) => {
      const sign = String.fromCharCode(Number.parseInt(digits, 16))
      return /[a-z0-9._~-]/i.test(sign) ? sign : whole.toUpperCase()
    }),
  ).replaceAll('%25', '%')

/** Matches part by part: a pattern with many stars costs at most its length times the path's. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    if (isWhole && isLast) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
