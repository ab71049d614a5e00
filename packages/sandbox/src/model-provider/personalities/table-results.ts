/** A table as `list_tables` returns it. */
export interface ListedTable {
  name: string
  rowCount: number
  /** The whole line, with the file and sheet. */
  text: string
}

export interface DescribedTable {
  name: string
  rowCount: number
  columns: { name: string; kind: string; header: string; distinct: number }[]
}

export interface QueryResult {
  /** As written, which is a number. */
  rowCount: string
  columns: string[]
  rows: string[][]
}

/** The tables in a result of `list_tables`. */
export const tablesIn = (text: string): ListedTable[] =>
  [...text.matchAll(/^\| (\S+): (\d+) rows, \d+ columns, of .*$/gm)].map(([line, name = '', rows]) => ({
    name,
    rowCount: Number(rows),
    text: line,
  }))

/** The table in a result of `describe_table`; null in any other text. */
export function columnsIn(text: string): DescribedTable | null {
  const head = /^(\S+), (\d+) rows:\n\| /.exec(text)
  if (!head) return null
  const lines = text.matchAll(
    /^\| (\S+) (number|text|date|boolean)(?:, in \S+)?(?: \(header (".*?")\))?: from .*, about (\d+) different values, /gm,
  )
  const columns = [...lines].map(([, name = '', kind = '', header = '', distinct]) => ({
    name,
    kind,
    header: header.replaceAll('"', ''),
    distinct: Number(distinct),
  }))
  return { name: head[1] ?? '', rowCount: Number(head[2]), columns }
}

/** A result of `query_tables`; null in any other text. */
export function resultIn(text: string): QueryResult | null {
  const head = /^Result of query \d+, (?:the first \d+ of )?(\d+) rows:\n/.exec(text)
  if (!head) return null
  const [columns = [], ...rows] = text
    .slice(head[0].length)
    .split('\n')
    .map((line) => line.replace(/^\| /, '').split(' ; '))
  return { rowCount: head[1] ?? '', columns, rows }
}
