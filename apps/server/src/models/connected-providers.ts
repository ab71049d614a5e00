import type { Log } from '../platform/log.ts'
import { Catalogue, type CatalogueModel } from './catalogue.ts'
import {
  makesPictures,
  type PictureMaker,
  pictureMakersOf,
  type PictureMakers,
  pictureStallSeconds,
} from './image-models.ts'
import {
  type EmbeddingMaker,
  type EmbeddingMakers,
  embeddingMakersOf,
  makesEmbeddings,
} from './embedding-models.ts'
import { languageModelsOf, type LanguageModels, type StreamingModel } from './language-models.ts'
import { createModelHttp, type ModelHttp } from './model-http.ts'
import type { EmbeddingRow, ModelRow, ModelsFile, Protocol, ScanRow } from './models-file.ts'
import type { Connection } from './provider-connections.ts'
import { ProviderWatch } from './watch-provider.ts'

/** A provider that was added on the running system: how it is reached, and what of it is offered. */
export interface AddedConnection {
  connection: Connection
  /** Another number, another connection. */
  revision: number
  rows: ModelRow[]
}

interface Connected {
  /** Null for one of the file, which never changes. */
  revision: number | null
  http: ModelHttp
  /** For pictures, which come whole after a long silence. */
  slowHttp: ModelHttp
  watch: ProviderWatch
}

type ConnectedOptions = {
  log: Log
  /** In place of each provider's own, in milliseconds. */
  stallMs?: number | undefined
  /** How long an answer can take: so long a connection is kept that no new answer uses. */
  answerLimitMs: number
}

/** Longer is not waited for a new provider, so that a dead address holds nobody up. */
const firstLookMs = 1_500

/**
 * The providers that can be asked now: those of the file for good, and those that were added, as they come, change and go. An
 * answer keeps the connection with which it began, whatever becomes of its provider meanwhile.
 */
export class ConnectedProviders {
  readonly file: ModelsFile
  readonly #options: ConnectedOptions
  readonly #ofFile: readonly Connected[]
  readonly #retired = new Map<ModelHttp, NodeJS.Timeout>()
  #added: readonly Connected[] = []
  /** Also of those that have left, for as long as an answer holds on to one. */
  readonly #models = new WeakMap<ProviderWatch, LanguageModels>()
  readonly #makers = new WeakMap<ProviderWatch, PictureMakers>()
  /** Of the file's providers, by their names. */
  readonly #embedding = new Map<string, EmbeddingMakers>()
  #catalogue: Catalogue

  constructor(file: ModelsFile, ofFile: readonly Connection[], options: ConnectedOptions) {
    this.file = file
    this.#options = options
    this.#ofFile = ofFile.map((connection) => this.#connect(connection, null))
    this.#catalogue = this.#catalogueWith([])
  }

  /** What is offered now. A later change makes another catalogue. */
  get catalogue(): Catalogue {
    return this.#catalogue
  }

  /** The vendor's model behind one of a catalogue, perhaps an earlier one. */
  languageModelOf({ watch, row }: CatalogueModel): StreamingModel {
    const models = this.#models.get(watch)
    if (!models) throw new Error('Every watched provider has its models.')
    return models(row.model)
  }

  /** The same of one that makes pictures. */
  pictureMakerOf({ watch, row }: CatalogueModel): PictureMaker {
    const makers = this.#makers.get(watch)
    if (!makers) throw new Error('The file of models is checked for who can make pictures.')
    return makers(row.model)
  }

  /** What makes vectors, by the name of its provider in the file; undefined when that is not connected. */
  embeddingMakerOf({ provider, model }: EmbeddingRow): EmbeddingMaker | undefined {
    return this.#embedding.get(provider)?.(model)
  }

  /** What reads pages that are pictures, of a provider of the file; undefined when that is not connected. */
  scanModelOf({ provider, model }: ScanRow): { language: StreamingModel; protocol: Protocol } | undefined {
    const watch = this.#ofFile.find((one) => one.watch.connection.row.name === provider)?.watch
    const language = watch && this.#models.get(watch)?.(model)
    return language && { language, protocol: watch.connection.row.protocol }
  }

  /** By the name of its row; undefined when it is not connected. */
  watchOf(name: string): ProviderWatch | undefined {
    return this.#watches.find(({ connection }) => connection.row.name === name)
  }

  /** Whether one of them is reached on this host and port. */
  hasOrigin(origin: string): boolean {
    return this.#watches.some(({ connection }) => new URL(connection.baseUrl).origin === origin)
  }

  /** Looks at every provider, `timeoutMs` long at most. */
  async look(timeoutMs?: number): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.look(timeoutMs)))
  }

  /** At the start: a dead address does not hold up the first page. */
  lookFirst = (): Promise<void> => this.look(firstLookMs)

  /** From now on these are the added ones. Those of an unchanged revision stay as they are. One call at a time. */
  async useAdded(added: readonly AddedConnection[]): Promise<void> {
    const next = added.map(
      ({ connection, revision }) =>
        this.#added.find(
          (known) => known.watch.connection.row.name === connection.row.name && known.revision === revision,
        ) ?? this.#connect(connection, revision),
    )
    const isNew = (one: Connected) => !this.#added.includes(one)
    await Promise.all(next.filter(isNew).map(({ watch }) => watch.look(firstLookMs)))
    const left = this.#added.filter((one) => !next.includes(one))
    this.#added = next
    this.#catalogue = this.#catalogueWith(added.flatMap(({ rows }) => rows))
    for (const { http, slowHttp } of left) for (const client of [http, slowHttp]) this.#retire(client)
  }

  async close(): Promise<void> {
    for (const timer of this.#retired.values()) clearTimeout(timer)
    const open = [...this.#ofFile, ...this.#added].flatMap(({ http, slowHttp }) => [http, slowHttp])
    await Promise.all([...open, ...this.#retired.keys()].map((http) => http.close()))
  }

  #connect(connection: Connection, revision: number | null): Connected {
    const { stallSeconds, protocol } = connection.row
    const clientFor = (seconds: number) =>
      createModelHttp({ stallMs: this.#options.stallMs ?? seconds * 1000, isGuarded: revision !== null })
    const http = clientFor(stallSeconds)
    const slowHttp = clientFor(Math.max(stallSeconds, pictureStallSeconds))
    const watch = new ProviderWatch(connection, http.fetch, this.#options.log)
    this.#models.set(watch, languageModelsOf(connection, http))
    const makers = makesPictures(protocol) && pictureMakersOf(connection, slowHttp)
    if (makers) this.#makers.set(watch, makers)
    const embedding = revision === null && makesEmbeddings(protocol) && embeddingMakersOf(connection, http)
    if (embedding) this.#embedding.set(connection.row.name, embedding)
    return { revision, http, slowHttp, watch }
  }

  #catalogueWith(addedRows: readonly ModelRow[]): Catalogue {
    return new Catalogue(this.file, addedRows, this.#watches)
  }

  get #watches(): ProviderWatch[] {
    return [...this.#ofFile, ...this.#added].map(({ watch }) => watch)
  }

  #retire(http: ModelHttp): void {
    const close = () => {
      this.#retired.delete(http)
      void http.close()
    }
    this.#retired.set(http, setTimeout(close, this.#options.answerLimitMs).unref())
  }
}
