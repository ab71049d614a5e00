import { isUtf8 } from 'node:buffer'

const sliceBytes = 1024 * 1024
const sampleBytes = 64 * 1024

/** Decodes bytes in any encoding, slice by slice, without the byte order mark. */
export function* decodeText(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let start = 0; start < bytes.length; start += sliceBytes)
    yield decoder.decode(bytes.subarray(start, start + sliceBytes), { stream: true })
  yield decoder.decode()
}

/**
 * Detects the encoding: by its byte order mark; else UTF-8 if valid, which other texts hardly ever are by chance; else the legacy
 * encoding whose language the first part resembles most.
 */
export function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  const sample = sampleOf(bytes)
  const likely = older.map((encoding) => ({ encoding, score: likeness(sample, encoding) }))
  return likely.reduce((best, one) => (one.score > best.score ? one : best)).encoding.label
}

/** The first part with non-ASCII bytes: a long English preface says nothing. */
function sampleOf(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  return bytes.subarray(Math.max(0, first - 100), first + sampleBytes)
}

type Older = { label: string; usual: Map<string, number>; isWide?: true }

const lettersUsedMost = 12

const one = (label: string, usual: string): Older => ({
  label,
  usual: new Map([...usual].map((letter, index) => [letter, index < lettersUsedMost ? 2 : 1])),
})
const wide = (label: string, usual: string): Older => ({ ...one(label, usual), isWide: true })

const cyrillic = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'
const arabic = 'اليمنوتربةعدسفهكقحجأطصذىخضشغزثءؤئإآظ'
const kana =
  'あいうえおかきくけこさしすせそたちつてとなにのはひほまみもやよらりるれろわをんがぎぐげござじずだでどばびアイウエオカキクケコサシスセソタチテトナニネノハヒフマミムメモラリルレロンー'

/** Letters by frequency, most frequent first. The order of encodings breaks ties. */
const older: readonly Older[] = [
  one('windows-1252', 'éèàêçùôîâëïüöäßñáíóúåøæãõœÉÀÄÖÜ'),
  one('windows-1251', cyrillic),
  one('koi8-r', cyrillic),
  one('ibm866', cyrillic),
  one('windows-1250', 'ąćęłńóśźżčřšžěůýáíéőűúöüôľťďň'),
  one('windows-1254', 'ğışİçöüÇÖÜŞ'),
  one('windows-1253', 'αοιετνσηυρπκμλςωγδχθφβξζψάέήίόύώ'),
  one('windows-1255', 'יוהלאמרבתשנכדפםעקחגטסצןזךףץ'),
  one('windows-1256', arabic),
  wide(
    'gb18030',
    '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长',
  ),
  wide(
    'big5',
    '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長',
  ),
  wide('shift_jis', kana),
  wide('euc-jp', kana),
  wide('euc-kr', '이다는을의에가고를한은하지로도사기서인아나그어자리일시정과해수니있대라보들부전제주게것'),
]

/** Points by byte: for frequent letters of its language, against unused ones. */
function likeness(sample: Buffer, { label, usual, isWide }: Older): number {
  const text = new TextDecoder(label).decode(sample)
  let points = 0
  let before = ' '
  for (const character of text) {
    points += character.charCodeAt(0) < 0x80 ? 0 : pointsOf(character, before, usual, isWide ?? false)
    before = character
  }
  return points / sample.length
}

function pointsOf(character: string, before: string, usual: Map<string, number>, isWide: boolean): number {
  if (/[\u0080-\u009f\ufffd\p{Co}\p{Cn}]/u.test(character)) return -10
  if (/[«»„“”‘’–—…€°§№、。，！？「」（）]/.test(character)) return 0.5
  if (!/\p{L}/u.test(character)) return -1
  if (isWide) return usual.has(character) ? 8 : -1
  if (isOther(character, before)) return -3
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -2
  // In a Latin-script language, accented letters stand among plain ones.
  if (/\p{Script=Latin}/u.test(character) && /[^\0-\x7f]/.test(before) && /\p{L}/u.test(before)) return -1
  return usual.get(character) ?? (usual.get(character.toLowerCase()) ?? 0) / 2
}

/** Whether a letter directly follows one of another script. */
function isOther(character: string, before: string): boolean {
  return /\p{L}/u.test(before) && /\p{Script=Latin}/u.test(before) !== /\p{Script=Latin}/u.test(character)
}
