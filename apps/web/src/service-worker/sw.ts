import { contentFrom, keepShared } from '../lib/device/shared-content.ts'
import { openNotification, showPush } from './notify.ts'
import { languagePlace, offlineCacheName, type OfflineFiles, offlinePage } from './offline-files.ts'
import { type FetchEvent, scope } from './scope.ts'

/** Written by the build. */
declare const __OFFLINE_FILES__: OfflineFiles

const { shared, ofLanguage } = __OFFLINE_FILES__
const files = [...shared, ...Object.values(ofLanguage).flat()]
const cacheName = offlineCacheName(files)
/** Pages ask for these files with other headers than the service worker did; the files are the same for everybody. */
const kept = { cacheName, ignoreVary: true, ignoreSearch: true }

scope.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then(async (cache) => await cache.addAll([...shared, ...(await phrasesToKeep())]))
      .then(() => scope.skipWaiting()),
  )
})

/** A page of this site has left a language; no other window reaches a worker. */
scope.addEventListener('message', (event) => event.waitUntil(keepPhrases()))

/** The files with the phrases of the interface's language. */
async function phrasesToKeep(): Promise<readonly string[]> {
  const left = await caches.match(languagePlace.path, { cacheName: languagePlace.cacheName })
  return ofLanguage[(await left?.text()) ?? ''] ?? ofLanguage['en'] ?? []
}

/** Replaces the phrases of other languages. */
async function keepPhrases(): Promise<void> {
  const wanted = await phrasesToKeep()
  const cache = await caches.open(cacheName)
  for (const file of Object.values(ofLanguage).flat()) {
    if (!wanted.includes(file)) await cache.delete(file, kept)
    else if (!(await cache.match(file, kept))) await cache.add(file)
  }
}

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name !== cacheName && name !== languagePlace.cacheName)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => scope.clients.claim()),
  )
})

/**
 * Pages always come from the server, so no update, maintenance or forced sign-out can be missed; only without a connection
 * is the page with the chats read last served instead. Calls of the API never pass through here.
 */
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  if (request.mode === 'navigate') {
    if (request.method === 'POST' && pathname === '/share') event.respondWith(takeIn(event))
    else if (request.method === 'GET') event.respondWith(fromServer(request))
  } else if (request.method === 'GET' && files.includes(pathname)) event.respondWith(fromCache(request))
})

async function fromServer(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await caches.match(offlinePage, kept)
    if (!page) throw error
    return page
  }
}

/** These files have their content's hash in their names, except the page itself, which only navigations show. */
const fromCache = async (request: Request): Promise<Response> =>
  (await caches.match(request, kept)) ?? (await fetch(request))

/** Keeps what another app shares, and leads to the page that puts it into a new chat. */
async function takeIn({ request }: FetchEvent): Promise<Response> {
  await keepShared(contentFrom(await request.formData()))
  return Response.redirect('/share', 303)
}

scope.addEventListener('push', (event) => event.waitUntil(showPush(event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))
