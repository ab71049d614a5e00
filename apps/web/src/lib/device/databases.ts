/** Databases of the browser, deleted when their user signs out. The service worker uses them too, so this file imports nothing. */
export const databases = {
  /** Pictures that are not uploaded yet. */
  unsent: 'atrium-unsent',
  /** The chats read last, for the page shown without a connection. */
  offline: 'atrium-offline',
  /** What another app shared with this one, until it is in the composer. */
  shared: 'atrium-shared',
  /** Changes to canvases that the server has not stored. */
  unsavedEdits: 'atrium-unsaved-edits',
} as const
