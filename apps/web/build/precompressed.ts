import { constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/**
 * Writes the built files also as gzip and Brotli, for the server to send. Brotli's level 10 takes less than half the time of its
 * highest and makes the files 2 % larger (11: 24 s, 4.35 MB; 10: 10 s, 4.43 MB; 9: 5 s, 4.68 MB).
 */
export const precompressed = (include: RegExp): Plugin => ({
  ...compression({
    algorithms: [
      'gzip',
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    ],
    include,
    threshold: 1024,
    logLevel: 'silent',
  }),
  apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
})
