import type { Readable, Writable } from 'node:stream'
import { once } from 'node:events'
import type pg from 'pg'

/** What of pg's connection the COPY protocol needs; its types leave it out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
  stream: Writable
}

/**
 * Runs one COPY statement: pg knows the messages of the protocol and leaves what is done with them to whoever submits the query.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY
 */
function runCopy(client: pg.ClientBase, text: string, handlers: Partial<CopyHandlers>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    const query = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyData: () => undefined,
      handleCopyInResponse: () => undefined,
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        failure = error
      },
      handleReadyForQuery: () => (failure === undefined ? resolve() : reject(failure)),
      ...handlers,
    }
    client.query(query as unknown as pg.Submittable)
  })
}

interface CopyHandlers {
  handleCopyData(message: { chunk: Buffer }): void
  handleCopyInResponse(connection: CopyConnection): void
}

/** Writes all rows of a table, in the text format of COPY; each message of the server is one line, so each is one row. */
export async function copyOut(
  client: pg.ClientBase,
  table: string,
  columns: string,
  onRow: (row: Buffer) => void,
): Promise<void> {
  await runCopy(client, `copy ${table} (${columns}) to stdout`, {
    handleCopyData: ({ chunk }) => onRow(chunk),
  })
}

/** Fills a table with rows that `copyOut` wrote. */
export async function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: string,
  rows: Readable,
): Promise<void> {
  await runCopy(client, `copy ${table} (${columns}) from stdin`, {
    handleCopyInResponse: (connection) => void sendRows(connection, rows),
  })
}

async function sendRows(connection: CopyConnection, rows: Readable): Promise<void> {
  try {
    for await (const chunk of rows) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  } catch (error) {
    connection.sendCopyFail(error instanceof Error ? error.message : String(error))
  }
}
