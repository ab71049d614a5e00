import { expect, test } from 'vitest'
import { storageIn } from '../../entities/turns/storage.fixture.ts'
import { createStoredPictureOptions, pictureOptionsFor } from './stored-picture-options.ts'

const making = {
  most: 4,
  sizes: [
    { size: '1024x1024', creditsEach: 2 },
    { size: '1024x1536', creditsEach: 3 },
  ],
  styles: ['sketch' as const],
}

test('ANS-04 without options one picture of the first size is requested, without a style', () =>
  expect(pictureOptionsFor(making, null)).toEqual({ count: 1, size: '1024x1024', style: null }))

test('ANS-04 earlier options are kept if the model offers them', () => {
  expect(pictureOptionsFor(making, { count: 3, size: '1024x1536', style: 'sketch' })).toEqual({
    count: 3,
    size: '1024x1536',
    style: 'sketch',
  })
  expect(pictureOptionsFor(making, { count: 10, size: '64x64', style: 'flat' })).toEqual({
    count: 4,
    size: '1024x1024',
    style: null,
  })
})

test('ANS-04 the browser stores the last picture options; damaged data is discarded', () => {
  const kept = new Map<string, string>()
  const storage = () => storageIn(kept)
  const wishes = createStoredPictureOptions(storage)
  expect(wishes.read()).toBeNull()
  for (const style of [null, 'sketch'] as const) {
    wishes.write({ count: 2, size: '64x64', style })
    expect(createStoredPictureOptions(storage).read()).toEqual({ count: 2, size: '64x64', style })
  }
  kept.set('atrium.pictures', '{"count":"many"}')
  expect(wishes.read()).toBeNull()
})
