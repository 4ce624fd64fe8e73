import { expect, test } from 'vitest';
import { encryptPushMessage } from './push-encryption-adapter.ts';

const fromBase64 = (text: string) => Buffer.from(text, 'base64url');

test('a message is encrypted as in the example of RFC 8291, section 5 @messages.push-encryption', () => {
  const encrypted = encryptPushMessage(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      publicKey:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      privateKey: fromBase64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: fromBase64('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  );
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('no two messages are encrypted with the same key', () => {
  const keys = {
    publicKey:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const [first, second] = [1, 2].map(() => encryptPushMessage(Buffer.from('Hello'), keys));
  // The salt and the sender's one-time key.
  expect(first?.subarray(0, 16)).not.toEqual(second?.subarray(0, 16));
  expect(first?.subarray(21, 86)).not.toEqual(second?.subarray(21, 86));
});
