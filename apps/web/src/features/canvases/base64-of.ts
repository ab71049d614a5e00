/** Bytes as base64: in pieces, since a function takes a limited number of arguments. */
export function base64Of(bytes: Uint8Array): string {
  let characters = ''
  for (let start = 0; start < bytes.length; start += 32_768)
    characters += String.fromCharCode(...bytes.subarray(start, start + 32_768))
  return btoa(characters)
}
