import { afterAll, afterEach } from 'vitest';

/*
 * Fails every test that prints an error or a warning. A test that expects output mocks the method:
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const unexpected: string[] = [];

for (const method of ['error', 'warn'] as const) {
  const print = console[method].bind(console);
  console[method] = (...values: unknown[]) => {
    unexpected.push(`console.${method}: ${values.map(String).join(' ')}`);
    print(...values);
  };
}

afterEach(failOnOutput);
afterAll(failOnOutput);

function failOnOutput(): void {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`Unexpected console output:\n${lines.join('\n')}`);
}
