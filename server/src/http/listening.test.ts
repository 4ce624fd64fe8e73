import { expect, test } from 'vitest';
import { listenProblem } from './listening.ts';

/** Creates a system error like that of a server that can't listen. */
function refusal(code: string, syscall = 'listen'): Error {
  return Object.assign(new Error(code), { code, syscall });
}

const place = { host: '10.1.2.3', port: 8080 };

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])(
  'a host name that does not resolve is reported: %s',
  (code) => {
    expect(listenProblem(refusal(code, 'getaddrinfo'), place)).toBe(
      'HOST must be an address of this machine, such as 127.0.0.1: nothing is called 10.1.2.3.',
    );
  },
);

test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EACCES'])(
  'an address of another machine is reported: %s',
  (code) => {
    expect(listenProblem(refusal(code), place)).toBe(
      'HOST must be an address of this machine, such as 127.0.0.1: 10.1.2.3 is not one.',
    );
  },
);

test('a port that requires more privileges or is in use is reported', () => {
  expect(listenProblem(refusal('EACCES'), { ...place, port: 80 })).toBe(
    'Port 80 needs more rights; set PORT to one above 1023.',
  );
  expect(listenProblem(refusal('EADDRINUSE'), place)).toBe(
    'Another program listens on port 8080 already; set PORT to a free one.',
  );
});

test('an error that is unrelated to HOST and PORT is not reported as a problem with them', () => {
  expect(listenProblem(refusal('EMFILE'), place)).toBeNull();
  expect(listenProblem(new Error('a slip of ours'), place)).toBeNull();
});
