/** What the process that reads a document may use. */
export type ReadLimits = {
  /** Without telling anything; as well for where the bytes come from. */
  silenceMs: number
  /** In all, beside what each part and each megabyte of text adds: who tells a lot may take long. */
  baseMs: number
  perPartMs: number
  perMegabyteMs: number
  mostMs: number
  /** Resident memory; it is looked at every so often, so that the bound itself lies higher. */
  memoryBytes: number
  memoryEveryMs: number
  /** The heap of JavaScript, which is a part of that. */
  heapMegabytes: number
  /** What it may tell, as lines of JSON. */
  outputBytes: number
}

const minuteMs = 60_000
const megabyte = 1024 * 1024

export const usualLimits: ReadLimits = {
  silenceMs: 30_000,
  baseMs: 45_000,
  perPartMs: 500,
  perMegabyteMs: 2_000,
  mostMs: 10 * minuteMs,
  memoryBytes: 880 * megabyte,
  memoryEveryMs: 40,
  heapMegabytes: 640,
  outputBytes: 512 * megabyte,
}

/** How long a process may have taken that has told so much. */
export const timeAllowedMs = (limits: ReadLimits, told: { parts: number; bytes: number }): number =>
  Math.min(
    limits.mostMs,
    limits.baseMs + told.parts * limits.perPartMs + (told.bytes / megabyte) * limits.perMegabyteMs,
  )
