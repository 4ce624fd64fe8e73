import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearDraft, saveDraft, readDraft } from './booking-draft.ts';
import { emptyBooking } from './booking-form-values.ts';

const today = '2026-11-20';
const values = {
  ...emptyBooking,
  serviceId: 2,
  additionalServiceIds: [5],
  date: '2026-11-23',
  startTime: '10:00',
};

let storage: Storage;
beforeEach(() => {
  storage = memoryStorage();
});

describe('a draft', () => {
  test('from a visitor is restored for the next person who signs in', () => {
    saveDraft(storage, null, values);
    expect(readDraft(storage, null, today, defaultBookingRules)).toEqual(values);
    expect(readDraft(storage, 'c1', today, defaultBookingRules)).toEqual(values);
  });

  test('from a signed-in person is restored for no one else', () => {
    saveDraft(storage, 'c1', values);
    expect(readDraft(storage, 'c1', today, defaultBookingRules)).toEqual(values);
    expect(readDraft(storage, 'c2', today, defaultBookingRules)).toEqual(emptyBooking);
    expect(readDraft(storage, null, today, defaultBookingRules)).toEqual(emptyBooking);
  });

  test('loses a date that can no longer be booked', () => {
    saveDraft(storage, null, values);
    expect(readDraft(storage, null, '2026-11-24', defaultBookingRules)).toEqual({
      ...values,
      date: '',
      startTime: '',
    });
  });

  test("includes the address's coordinates, and is rejected if they are invalid", () => {
    const place = { lat: 37.77, lng: -122.41, precision: 'pin' } as const;
    saveDraft(storage, null, { ...values, place });
    expect(readDraft(storage, null, today, defaultBookingRules).place).toEqual(place);
    const text = storage.getItem('bookingDraft') ?? '';
    storage.setItem('bookingDraft', text.replace('"pin"', '"unknown"'));
    expect(readDraft(storage, null, today, defaultBookingRules)).toEqual(emptyBooking);
  });

  test('can be deleted', () => {
    saveDraft(storage, null, values);
    clearDraft(storage);
    expect(readDraft(storage, null, today, defaultBookingRules)).toEqual(emptyBooking);
  });

  test.each(['', '{', '{"owner":null}', '{"owner":null,"values":{"serviceId":"2"}}'])(
    'that is invalid (%s) is read as an empty form',
    (text) => {
      storage.setItem('bookingDraft', text);
      expect(readDraft(storage, null, today, defaultBookingRules)).toEqual(emptyBooking);
    },
  );
});

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}
