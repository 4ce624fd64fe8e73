import { expect, test } from 'vitest';
import { findListenProblem } from './listening.ts';

/** Creates an error like the one Node.js throws if a server can't listen. */
function createSystemError(code: string, syscall = 'listen'): Error {
  return Object.assign(new Error(code), { code, syscall });
}

const address = { host: '10.1.2.3', port: 8080 };

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])(
  'a host name that does not resolve is reported: %s',
  (code) => {
    expect(findListenProblem(createSystemError(code, 'getaddrinfo'), address)).toBe(
      'HOST must be an address of this machine, such as 127.0.0.1, but no host is named 10.1.2.3.',
    );
  },
);

test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EACCES'])(
  'an address that belongs to another machine is reported: %s',
  (code) => {
    expect(findListenProblem(createSystemError(code), address)).toBe(
      'HOST must be an address of this machine, such as 127.0.0.1, but 10.1.2.3 is not.',
    );
  },
);

test('a port that requires more privileges or is in use is reported', () => {
  expect(findListenProblem(createSystemError('EACCES'), { ...address, port: 80 })).toBe(
    'Port 80 requires more privileges; set PORT to a number above 1023.',
  );
  expect(findListenProblem(createSystemError('EADDRINUSE'), address)).toBe(
    'Another program is already listening on port 8080; set PORT to a free one.',
  );
});

test('an error that is unrelated to HOST and PORT is not explained', () => {
  expect(findListenProblem(createSystemError('EMFILE'), address)).toBeNull();
  expect(findListenProblem(new Error('a bug'), address)).toBeNull();
});
