/**
 * `npm run advisories` queries the registry for known vulnerabilities in the packages that run in
 * production. Exits with 1 if any has severity `threshold` or above, and with 2 if the registry could
 * not be queried; see docs/security.md, Packages.
 */
import { npmCommand, requireNode, root, run } from './project.mjs';

const threshold = 'moderate';
const levels = ['info', 'low', 'moderate', 'high', 'critical'];

requireNode();
const { output } = await run([...npmCommand(), 'audit', '--omit=dev', '--json'], { cwd: root });
const report = parseReport(output);
if (report?.metadata === undefined) {
  console.error(`The advisories could not be queried: ${report?.message ?? 'no response'}`);
  process.exit(2);
}
const vulnerablePackages = Object.values(report.vulnerabilities);
for (const { name, severity, range, fixAvailable } of vulnerablePackages) {
  console.log(`${severity}: ${name} ${range}${fixAvailable ? ', a fix is available' : ''}`);
}
const serious = vulnerablePackages.filter(
  ({ severity }) => levels.indexOf(severity) >= levels.indexOf(threshold),
);
console.log(
  `${vulnerablePackages.length} of ${report.metadata.dependencies.prod} packages have known vulnerabilities, ${serious.length} of them ${threshold} or above.`,
);
process.exit(serious.length > 0 ? 1 : 0);

/** Returns the JSON report within npm's output; undefined if there is none. */
function parseReport(text) {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
