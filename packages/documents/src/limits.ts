/** Limits of the reader process. */
export type ReadLimits = {
  /** Maximum silence, of the process or of the bytes' source. */
  silenceMs: number
  /** Base time, to which each part and megabyte of text adds: a process with much output may take long. */
  baseMs: number
  perPartMs: number
  perMegabyteMs: number
  maxMs: number
  /** Resident memory; polled, so that the actual bound is higher. */
  memoryBytes: number
  memoryEveryMs: number
  /** The heap of JavaScript, which is a part of that. */
  heapMegabytes: number
  /** Maximum output, as lines of JSON. */
  outputBytes: number
}

const minuteMs = 60_000
const megabyte = 1024 * 1024

export const usualLimits: ReadLimits = {
  silenceMs: 30_000,
  baseMs: 45_000,
  perPartMs: 500,
  perMegabyteMs: 2_000,
  maxMs: 10 * minuteMs,
  memoryBytes: 880 * megabyte,
  memoryEveryMs: 40,
  heapMegabytes: 640,
  outputBytes: 512 * megabyte,
}

/** Returns the time allowed to a process with this output. */
export const timeAllowedMs = (limits: ReadLimits, read: { parts: number; bytes: number }): number =>
  Math.min(
    limits.maxMs,
    limits.baseMs + read.parts * limits.perPartMs + (read.bytes / megabyte) * limits.perMegabyteMs,
  )
