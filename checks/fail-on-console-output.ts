import { afterAll, afterEach } from 'vitest';

/**
 * Unexpected console output fails the test that caused it. A test that expects output replaces the
 * method: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const unexpected: string[] = [];

for (const method of ['error', 'warn'] as const) {
  const print = console[method].bind(console);
  console[method] = (...words: unknown[]) => {
    unexpected.push(`console.${method}: ${words.map(String).join(' ')}`);
    print(...words);
  };
}

afterEach(failOnOutput);
afterAll(failOnOutput);

function failOnOutput(): void {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`Unexpected console output:\n${lines.join('\n')}`);
}
