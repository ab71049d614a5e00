import { Email, type InvitedRole, type InviteLine } from '@atrium/contract'

/** A parsed line; those with the outcome `valid` have an address and a role. */
export type ReadLine = InviteLine & { outcome: InviteLine['outcome'] }

const roleNames: readonly string[] = ['admin', 'member'] satisfies InvitedRole[]
const headings = new Set([
  'email',
  'e-mail',
  'mail',
  'address',
  'email address',
  'role',
  'name',
  'first name',
  'last name',
])

/**
 * Parses a pasted list or the lines of a CSV file: one address per line, alone, as `Name <address>`, or in one of several cells
 * (separated by comma, semicolon or tab), one of which may be the role. Skips blank lines and a heading in the first line.
 */
export function readInviteLines(lines: readonly string[], role: InvitedRole): ReadLine[] {
  const seen = new Set<string>()
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return []
    const read = readLine(text, role, index === 0)
    if (read.outcome === 'valid' && read.email !== null) {
      if (seen.has(read.email)) read.outcome = 'twice-in-list'
      seen.add(read.email)
    }
    return [{ line: index + 1, text: text.trim(), ...read }]
  })
}

function readLine(text: string, role: InvitedRole, isFirst: boolean): Omit<ReadLine, 'line' | 'text'> {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/[,;\t]/)
    .map((cell) => unquoted(cell))
    .filter((cell) => cell !== '')
  const [address, ...more] = cells.filter((cell) => cell.includes('@'))
  if (address === undefined) {
    const isHeading = isFirst && cells.length > 0 && cells.every((cell) => headings.has(cell.toLowerCase()))
    return { email: null, role: null, outcome: isHeading ? 'heading' : 'not-an-address' }
  }
  const parsed = Email.safeParse(/<([^<>]*)>$/.exec(address)?.[1] ?? address)
  if (!parsed.success) return { email: null, role: null, outcome: 'not-an-address' }
  if (more.length > 0) return { email: parsed.data, role: null, outcome: 'several-addresses' }

  // The last other cell is the role if it looks like one; other cells are ignored.
  const named = cells.filter((cell) => cell !== address).map((cell) => cell.toLowerCase())
  if (named.includes('owner')) return { email: parsed.data, role: null, outcome: 'unknown-role' }
  const found = named.findLast((cell) => roleNames.includes(cell)) as InvitedRole | undefined
  return { email: parsed.data, role: found ?? role, outcome: 'valid' }
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim()
