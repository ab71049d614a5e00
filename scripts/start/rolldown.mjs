import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './paths.mjs'

/** The bundler: the one that Vite brings for the web app. */
const ofWeb = createRequire(path.join(root, 'apps/web/package.json'))
const ofVite = createRequire(ofWeb.resolve('vite'))
/** @type {typeof import('rolldown')} */
export const { rolldown } = await import(pathToFileURL(ofVite.resolve('rolldown')).href)
