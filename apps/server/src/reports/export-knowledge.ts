import { type KnowledgeReport, limits } from '@atrium/contract'
import { knowledgeOfRooms } from '../evaluation/index.ts'
import { csvLine, csvMark } from '../platform/csv.ts'
import { inTenant } from '../platform/database/index.ts'
import { type Reader, requireUsageReader } from './access.ts'
import type { ReportPorts } from './ports.ts'

/**
 * Yields the report of knowledge as lines of CSV: a line with the numbers of each room, then one for each of its questions that found
 * nothing, so that columns of numbers can be summed. Throws before the first line, or not at all.
 */
export async function exportKnowledge(ports: ReportPorts, reader: Reader): Promise<Iterable<string>> {
  const rooms = await inTenant(ports.database, reader, async (trx) => {
    await requireUsageReader(trx, reader, ports.plans)
    return await knowledgeOfRooms(trx, reader, { maxListed: limits.insightsListed })
  })
  return linesOf(rooms)
}

function* linesOf(rooms: KnowledgeReport['rooms']): Generator<string> {
  yield (
    csvMark +
      csvLine([
        'Room id',
        'Room',
        'Searches',
        'Answered',
        'Found nothing',
        'Question without results',
        'Asked',
      ])
  )
  for (const { roomId, name, searches, foundNothing, questions } of rooms) {
    const room = [roomId ?? '', name ?? '']
    yield csvLine([...room, String(searches), String(searches - foundNothing), String(foundNothing), '', ''])
    for (const { question, askedAt } of questions) yield csvLine([...room, '', '', '', question, askedAt])
  }
}
