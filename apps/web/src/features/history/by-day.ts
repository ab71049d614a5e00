export type DayGroup = 'today' | 'yesterday' | 'week' | 'older'

const order: readonly DayGroup[] = ['today', 'yesterday', 'week', 'older']

/** Items in the order given, under the reader's own days: today, yesterday, the seven days before, and older. Groups without any are left out. */
export function byDay<Item extends { date: string }>(
  items: readonly Item[],
  now: Date,
): { group: DayGroup; items: Item[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const daysAgo = (days: number) =>
    new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() - days)
  const groupOf = ({ date }: Item): DayGroup => {
    const at = new Date(date)
    if (at >= midnight) return 'today'
    if (at >= daysAgo(1)) return 'yesterday'
    return at >= daysAgo(7) ? 'week' : 'older'
  }
  return order
    .map((group) => ({ group, items: items.filter((item) => groupOf(item) === group) }))
    .filter(({ items: found }) => found.length > 0)
}
