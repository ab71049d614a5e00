import type { DescribedTable } from './table-results.ts'
import type { TableTexts } from './texts/table-texts.ts'

const asksForCount = /how many|number of|count|combien|nombre|bao nhiêu|số lượng|多少|几|数量|كم|عدد/iu
const asksForMean = /average|mean|moyen|trung bình|平均|متوسط/iu
const asksForTime = /month|trend|over time|mois|évolution|tháng|xu hướng|月|趋势|شهر|اتجاه/iu
const identifies = /(^|_)(id|no|nr|number|code|order|row|zip|year)(_|$)/

/** Writes a query from the kinds of columns and the words of the question: one figure by one group. */
export function writeQuery(
  { name, rowCount, columns }: DescribedTable,
  question: string,
  texts: TableTexts,
): { sql: string; title: string } {
  const asked = question.toLowerCase()
  const isNamed = ({ name: column, header }: DescribedTable['columns'][number]) =>
    [column, ...column.split('_'), header.toLowerCase()].some(
      (word) => word.length > 2 && asked.includes(word),
    )
  const ofKind = (kind: string) => columns.filter((column) => column.kind === kind)
  const figures = ofKind('number').filter(({ name: column }) => !identifies.test(column))
  const figure = asksForCount.test(question) ? undefined : (figures.find(isNamed) ?? figures[0])
  const groups = ofKind('text').toSorted((one, other) => one.distinct - other.distinct)
  const time = ofKind('date').find((date) => isNamed(date)) ?? ofKind('date')[0]
  const group =
    groups.find(isNamed) ?? groups.find(({ distinct }) => distinct > 1 && distinct * 2 <= rowCount)
  const isByTime = time !== undefined && (asksForTime.test(question) || !group)
  const verb = asksForMean.test(question) ? 'avg' : 'sum'
  const measure = figure ? `${verb}(${quoted(figure.name)})` : 'count(*)'
  const label = figure ? `${verb === 'avg' ? 'average' : 'total'}_${figure.name}` : 'row_count'
  const by = isByTime ? `date_trunc('month', ${quoted(time.name)})` : group && quoted(group.name)
  const title = texts.title(
    label.replaceAll('_', ' '),
    (isByTime ? 'month' : (group?.name ?? '')).replaceAll('_', ' '),
  )
  const value = `round(${measure}, 2) as ${quoted(label)}`
  if (!by) return { sql: `select ${value}\nfrom ${quoted(name)}`, title }
  const alias = isByTime ? 'month' : group?.name
  return {
    sql: [
      `select ${by} as ${quoted(alias ?? '')}, ${value}`,
      `from ${quoted(name)}`,
      'group by 1',
      isByTime ? 'order by 1' : 'order by 2 desc nulls last, 1',
    ].join('\n'),
    title,
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
