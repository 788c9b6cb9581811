// Asks the service with the client that openapi-generator has made for TypeScript, for a name, a point and two places.
import { ForecastApi } from './generated/apis/ForecastApi.ts';
import { Configuration } from './generated/runtime.ts';

const api = new ForecastApi(new Configuration({ basePath: process.argv[2] }));
const checks = [
  ['a name', { area: ['부산'] }, ['부산광역시']],
  ['a point', { lat: 37.57, lon: 126.98 }, ['서울특별시']],
  ['two places', { area: ['Seoul', 'Busan'] }, ['서울특별시', '부산광역시']],
];
let failed = 0;
for (const [name, question, expected] of checks) {
  const answer = await (await api.weekRaw(question)).raw.json().catch((error) => ({ error }));
  const names = [answer].flat().map((report) => report.place?.name ?? '');
  const isGood = names.length === expected.length && expected.every((start, index) => names[index].startsWith(start));
  if (!isGood) console.log('FAILED', name, names);
  failed += isGood ? 0 : 1;
}
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
