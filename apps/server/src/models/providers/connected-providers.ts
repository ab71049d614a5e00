import type { Log } from '../../platform/log.ts'
import { Catalogue, type CatalogueModel } from '../catalogue/catalogue.ts'
import {
  makesPictures,
  type PictureMaker,
  pictureMakersOf,
  type PictureMakers,
  pictureStallSeconds,
} from '../pictures/image-models.ts'
import {
  type EmbeddingMaker,
  type EmbeddingMakers,
  embeddingMakersOf,
  makesEmbeddings,
} from '../wire/embedding-models.ts'
import { languageModelsOf } from '../wire/language-models.ts'
import type { LanguageModels, StreamingModel } from '../wire/streaming-model.ts'
import { createModelHttp, type ModelHttp } from '../wire/model-http.ts'
import type { EmbeddingRow, ModelRow, ModelsFile, Protocol, ScanRow } from '../catalogue/models-file.ts'
import type { Connection } from './provider-connections.ts'
import { ProviderWatch } from './watch-provider.ts'

/** A provider added on the running system: its connection, and the models that it offers. */
export interface AddedConnection {
  connection: Connection
  /** A new revision is a new connection. */
  revision: number
  rows: ModelRow[]
}

interface Connected {
  /** Null for a provider of the file, which never changes. */
  revision: number | null
  http: ModelHttp
  /** For pictures, which arrive whole after a long silence. */
  slowHttp: ModelHttp
  watch: ProviderWatch
}

type ConnectedOptions = {
  log: Log
  /** Overrides each provider's own, in milliseconds. */
  stallMs?: number | undefined
  /** Hides the sandbox's models once a provider with a model was added. */
  sandboxYields?: boolean
  /** Maximum duration of an answer: a replaced connection is kept that long. */
  answerLimitMs: number
}

/** How long to wait for a new provider's first check, so that a dead address delays nobody. */
const firstLookMs = 1_500

/**
 * The connected providers: those of the file permanently, and added ones, which can change or be removed. An answer keeps its connection
 * even if its provider changes meanwhile.
 */
export class ConnectedProviders {
  readonly file: ModelsFile
  readonly #options: ConnectedOptions
  readonly #ofFile: readonly Connected[]
  readonly #retired = new Map<ModelHttp, NodeJS.Timeout>()
  #added: readonly Connected[] = []
  /** Includes removed ones while an answer uses them. */
  readonly #models = new WeakMap<ProviderWatch, LanguageModels>()
  readonly #makers = new WeakMap<ProviderWatch, PictureMakers>()
  /** The file's providers, by name. */
  readonly #embedding = new Map<string, EmbeddingMakers>()
  #catalogue: Catalogue

  constructor(file: ModelsFile, ofFile: readonly Connection[], options: ConnectedOptions) {
    this.file = file
    this.#options = options
    this.#ofFile = ofFile.map((connection) => this.#connect(connection, null))
    this.#catalogue = this.#catalogueWith([])
  }

  /** The current catalogue. A later change creates a new one. */
  get catalogue(): Catalogue {
    return this.#catalogue
  }

  /** Returns the vendor's model of one in a catalogue, possibly an earlier one. */
  languageModelOf({ watch, row }: CatalogueModel): StreamingModel {
    const models = this.#models.get(watch)
    if (!models) throw new Error('A watched provider has no models.')
    return models(row.model)
  }

  /** Returns the vendor's picture model. */
  pictureMakerOf({ watch, row }: CatalogueModel): PictureMaker {
    const makers = this.#makers.get(watch)
    if (!makers) throw new Error('The provider of a picture model cannot make pictures.')
    return makers(row.model)
  }

  /** Returns the embedding model of a provider in the file; undefined when it isn't connected. */
  embeddingMakerOf({ provider, model }: EmbeddingRow): EmbeddingMaker | undefined {
    return this.#embedding.get(provider)?.(model)
  }

  /** Returns the model that reads scanned pages, of a provider in the file; undefined when it isn't connected. */
  scanModelOf({ provider, model }: ScanRow): { language: StreamingModel; protocol: Protocol } | undefined {
    const watch = this.#ofFile.find((one) => one.watch.connection.row.name === provider)?.watch
    const language = watch && this.#models.get(watch)?.(model)
    return language && { language, protocol: watch.connection.row.protocol }
  }

  /** The connected providers, the file's first. */
  get watched(): readonly ProviderWatch[] {
    return this.#watches
  }

  /** Returns the health watch by the row's name; undefined when it isn't connected. */
  watchOf(name: string): ProviderWatch | undefined {
    return this.#watches.find(({ connection }) => connection.row.name === name)
  }

  /** Whether one of them has this host and port. */
  hasOrigin(origin: string): boolean {
    return this.#watches.some(({ connection }) => new URL(connection.baseUrl).origin === origin)
  }

  /** Checks every provider, for at most `timeoutMs`. */
  async look(timeoutMs?: number): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.look(timeoutMs)))
  }

  /** At start: a dead address does not delay the first page. */
  lookFirst = (): Promise<void> => this.look(firstLookMs)

  /** Replaces the added providers. Those with an unchanged revision keep their connection. One call at a time. */
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
    for (const { watch } of left) watch.stop()
    for (const { http, slowHttp } of left) for (const client of [http, slowHttp]) this.#retire(client)
  }

  async close(): Promise<void> {
    for (const timer of this.#retired.values()) clearTimeout(timer)
    for (const watch of this.#watches) watch.stop()
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
    const yields = this.#options.sandboxYields === true && addedRows.length > 0
    const offered = this.#watches.filter(({ connection }) => !(yields && connection.row.sandbox))
    return new Catalogue(this.file, addedRows, offered)
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
