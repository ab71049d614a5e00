const orientationTag = 0x0112

/** Returns the orientation in EXIF data (a TIFF directory), 1 to 8; 1, upright, by default. */
export function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = tiff.length < 8 ? tiff.length : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Math.min(short(directory), 200)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === orientationTag) return short(at + 8) >= 1 && short(at + 8) <= 8 ? short(at + 8) : 1
  }
  return 1
}

/** EXIF data with only the orientation; no segment for an upright picture. */
export function orientationSegment(orientation: number): Buffer[] {
  if (orientation === 1) return []
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(tiff)])
  return [Buffer.from([0xff, 0xe1, 0, data.length + 2]), data]
}
