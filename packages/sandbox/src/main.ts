import { parseArgs } from 'node:util'
import {
  faultNames,
  sandboxModels,
  startMailInbox,
  startModelProvider,
  startSearchService,
  startToolServer,
} from './index.ts'

const help = `Starts the sandbox without Atrium: a model provider, a mail inbox, a search service and a tool server, all on 127.0.0.1.

  --port N         the model provider's port (0, the default: any free one)
  --inbox-port N   the inbox page's port
  --smtp-port N    the inbox's SMTP port
  --search-port N  the search service's port
  --tools-port N   the tool server's port
  --api-key KEY    accept this key only
  --log            tell every request
  --help           this text

Models: ${sandboxModels.map(({ id }) => id).join(', ')}, bench-80x40@200 (80 chunks, 40 a second, the first after 200 ms)
Faults, in a question as [[sandbox:NAME=VALUE]] or in the header x-sandbox-fault: ${faultNames.join(', ')}`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'inbox-port': { type: 'string', default: '0' },
    'smtp-port': { type: 'string', default: '0' },
    'search-port': { type: 'string', default: '0' },
    'tools-port': { type: 'string', default: '0' },
    'api-key': { type: 'string' },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(help)
else await start()

async function start(): Promise<void> {
  const apiKey = values['api-key']
  const provider = await startModelProvider({
    port: Number(values.port),
    log: values.log,
    ...(apiKey === undefined ? {} : { apiKey }),
  })
  const inbox = await startMailInbox({
    port: Number(values['inbox-port']),
    smtpPort: Number(values['smtp-port']),
  })
  const search = await startSearchService({ port: Number(values['search-port']) })
  const tools = await startToolServer({ port: Number(values['tools-port']) })
  console.log(`Sandbox model provider: ${provider.url}/v1`)
  console.log(`Sandbox inbox:          ${inbox.url} (SMTP on 127.0.0.1:${inbox.smtpPort})`)
  console.log(`Sandbox search service: ${search.url}`)
  console.log(`Sandbox tool server:    ${tools.url}`)
  const stop = async () => {
    await Promise.all([provider.close(), inbox.close(), search.close(), tools.close()])
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}
